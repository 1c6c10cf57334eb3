"""Reads a trace with the definitions of OpenTelemetry, and compares it with the recording.

    compare-trace.py TRACE.json RECORDING.tsv

The recording has a line for each span, written from the recording itself and not from the trace: ID, trace, parent,
link, kind, nanoseconds from the start of the first to its start, nanoseconds from its start to its end, outcome, label.
"""

import base64
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def in_base64(value):
    """The same document with IDs as protobuf's own JSON has them: OTLP writes them in hexadecimal."""
    if isinstance(value, dict):
        return {
            key: base64.b64encode(bytes.fromhex(item)).decode()
            if key in ("traceId", "spanId", "parentSpanId")
            else in_base64(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [in_base64(item) for item in value]
    return value


def main(trace, recording):
    with open(trace, encoding="utf-8") as file:
        # Fields that nobody knows are errors.
        request = json_format.ParseDict(in_base64(json.load(file)), ExportTraceServiceRequest())
    spans = [
        span
        for resource in request.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    with open(recording, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    problems = []

    def expect(what, actual, expected):
        if actual != expected:
            problems.append(f"{what}: {actual!r}, not {expected!r}")

    expect("spans", len(spans), len(lines))
    expect("different spans", len({span.span_id for span in spans}), len(spans))
    by_id = {span.span_id.hex(): span for span in spans}
    first = min((span.start_time_unix_nano for span in spans), default=0)
    kinds = {"group": 1, "request": 3}
    for identity, trace_id, parent, link, kind, start, length, outcome, label in lines:
        span = by_id.get(identity)
        if span is None:
            problems.append(f"{label}: no span {identity}")
            continue
        attributes = {item.key: item.value for item in span.attributes}
        expect(f"{label}: trace", span.trace_id.hex(), trace_id)
        expect(f"{label}: length of the trace", len(span.trace_id), 16)
        expect(f"{label}: parent", span.parent_span_id.hex(), parent)
        expect(f"{label}: links", [item.span_id.hex() for item in span.links], [link] if link else [])
        expect(f"{label}: kind", span.kind, kinds[kind])
        expect(f"{label}: start", span.start_time_unix_nano - first, int(start))
        expect(f"{label}: length", span.end_time_unix_nano - span.start_time_unix_nano, int(length))
        expect(f"{label}: error", span.status.code == 2, outcome not in ("succeeded", "pending"))
        expect(f"{label}: type of the error", "error.type" in attributes, outcome not in ("succeeded", "pending"))
        name = attributes["request_group.label" if kind == "request" else "request_group.name"]
        expect(f"{label}: label", name.string_value, label)
        if parent and parent not in by_id:
            problems.append(f"{label}: no span is its parent {parent}")
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems or not spans:
        sys.exit(f"error: the trace is not the recording: {len(problems)} differences")
    print(f"{len(spans)} spans are those of the recording, each with its ID, times and parent")


main(*sys.argv[1:])
