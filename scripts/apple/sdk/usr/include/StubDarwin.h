// Stubs of what the package uses of Darwin's C library, by its documented signatures.
#pragma once
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;
typedef long time_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef int64_t off_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags; uint32_t st_gen;
  int32_t st_lspare; int64_t st_qspare[2];
};
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_REMOVEDIR 0x0080
#define S_IFMT 0170000
#define S_IFREG 0100000
#define S_IFDIR 0040000
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EMLINK 31
#define ENOSPC 28
#define ELOOP 62
#define EDQUOT 69
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int stat(const char *, struct stat *);
ssize_t read(int, void *, size_t);
#define SEEK_SET 0
off_t lseek(int, off_t, int);
void *malloc(size_t);
void free(void *);
ssize_t write(int, const void *, size_t);
int close(int);
int unlink(const char *);
int rename(const char *, const char *);
int remove(const char *);
int rmdir(const char *);
int mkdir(const char *, mode_t);
int chmod(const char *, mode_t);
time_t time(time_t *);
int utimensat(int, const char *, const struct timespec [2], int)
  __attribute__((availability(macos,introduced=10.13))) __attribute__((availability(ios,introduced=11.0)));
int fstatat(int, const char *, struct stat *, int);
int renameat(int, const char *, int, const char *);
int unlinkat(int, const char *, int);
int mkdirat(int, const char *, mode_t);
int symlinkat(const char *, int, const char *);
int chown(const char *, uid_t, gid_t);
int fchmod(int, mode_t);
typedef struct _stub_dir DIR;
struct dirent {
  uint64_t d_ino; uint64_t d_seekoff; uint16_t d_reclen; uint16_t d_namlen; uint8_t d_type; char d_name[1024];
};
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
int closedir(DIR *);
int *__error(void);
typedef int32_t pid_t;
pid_t getpid(void);
pid_t getppid(void);
uid_t geteuid(void);
int sched_yield(void);
int mkfifo(const char *, mode_t);
typedef uint64_t rlim_t;
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
#define RLIMIT_FSIZE 1
int setrlimit(int, const struct rlimit *);
int getrlimit(int, struct rlimit *);
#define SIGXFSZ 25
int kill(pid_t, int);
double pow(double, double);
double fabs(double);

#define UNAVAILABLE_FROM_ASYNC(msg) __attribute__((swift_attr("@_unavailableFromAsync(message: \"" msg "\")")))
#pragma clang assume_nonnull begin
struct _opaque_pthread_t { long __sig; void *_Nullable __cleanup_stack; char __opaque[8176]; };
struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; };
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;
typedef unsigned long pthread_key_t;
int pthread_create(pthread_t _Nullable * _Nonnull, const pthread_attr_t * _Nullable,
                   void * _Nullable (* _Nonnull)(void * _Nullable), void * _Nullable);
int pthread_detach(pthread_t);
int pthread_join(pthread_t, void * _Nullable * _Nullable)
  UNAVAILABLE_FROM_ASYNC("Use an asynchronous wait instead of a synchronous wait");
int pthread_equal(pthread_t _Nullable, pthread_t _Nullable);
pthread_t pthread_self(void);
int pthread_key_create(pthread_key_t *, void (* _Nullable)(void *));
void * _Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void * _Nullable);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
#pragma clang assume_nonnull end

#pragma clang assume_nonnull begin
typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t lock) UNAVAILABLE_FROM_ASYNC("Use OSAllocatedUnfairLock.withLock() for async-safe scoped locking");
void os_unfair_lock_unlock(os_unfair_lock_t lock) UNAVAILABLE_FROM_ASYNC("Use OSAllocatedUnfairLock.withLock() for async-safe scoped locking");
#pragma clang assume_nonnull end
