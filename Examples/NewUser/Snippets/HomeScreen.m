// A screen in Objective-C, whose calls stay as they are. scripts/apple compiles it.

@import Foundation;
#import "WrapAFNetworking-Swift.h"

@interface HomeScreen : NSObject
@property (nonatomic, strong) GroupedSessionManager *manager;
- (void)load;
- (void)show:(id)answer;
- (void)report:(NSError *)error;
- (void)appear:(NSArray<NSError *> *)errors;
@end

@implementation HomeScreen
// snippet: a screen in Objective-C
- (void)load {
    [self.manager group:@"home page" calls:^{
        [self.manager GET:@"feed" parameters:nil headers:nil progress:nil
            success:^(NSURLSessionDataTask *task, id feed) {
                [self show:feed];
            }
            failure:^(NSURLSessionDataTask *task, NSError *error) {
                [self report:error];
            }];
    } completion:^(NSArray<NSError *> *errors) {
        [self appear:errors];
    }];
}
// end: a screen in Objective-C

- (void)show:(id)answer {}
- (void)report:(NSError *)error {}
- (void)appear:(NSArray<NSError *> *)errors {}
@end
