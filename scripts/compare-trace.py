"""Reads a trace with the definitions of OpenTelemetry, and compares it with the recording.

    compare-trace.py TRACE.json RECORDING.tsv              compares the file
    compare-trace.py TRACE.json RECORDING.tsv BACK-END     also sends the trace to a back-end, and compares its copy

RECORDING.tsv is written from the recording, not from the trace. Each span has a line: ID, trace, parent, link, kind,
start in nanoseconds after the first start, duration in nanoseconds, outcome, label.

The back-end is MLflow, which keeps links, events and nanoseconds, and shows a trace as a waterfall. No step of
scripts/check starts MLflow. To look at the example, run in a new folder:

    python3 -m venv mlflow && mlflow/bin/pip install mlflow
    mlflow/bin/mlflow server &                             # http://127.0.0.1:5000
    swift run --package-path …/Examples Trace .
    mlflow/bin/python …/scripts/compare-trace.py trace.json recording.tsv http://127.0.0.1:5000
"""

import base64
import json
import sys
import urllib.request

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


def in_base64(value):
    """Returns the document with IDs in Base64, as protobuf requires; OTLP writes IDs in hexadecimal."""
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


def read_trace(path):
    with open(path, encoding="utf-8") as file:
        # An unknown field is an error.
        return json_format.ParseDict(in_base64(json.load(file)), ExportTraceServiceRequest())


def spans_of(request):
    return [
        span
        for resource in request.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]


def attributes_of(span):
    return {item.key: json_format.MessageToDict(item.value) for item in span.attributes}


def compare_with_recording(spans, recording):
    """Returns the differences from the recording."""
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
        attributes = attributes_of(span)
        expect(f"{label}: trace", span.trace_id.hex(), trace_id)
        expect(f"{label}: length of the trace", len(span.trace_id), 16)
        expect(f"{label}: parent", span.parent_span_id.hex(), parent)
        expect(f"{label}: links", [item.span_id.hex() for item in span.links], [link] if link else [])
        expect(f"{label}: kind", span.kind, kinds[kind])
        expect(f"{label}: start", span.start_time_unix_nano - first, int(start))
        expect(f"{label}: length", span.end_time_unix_nano - span.start_time_unix_nano, int(length))
        expect(f"{label}: error", span.status.code == 2, outcome not in ("succeeded", "pending"))
        expect(f"{label}: type of the error", "error.type" in attributes, outcome not in ("succeeded", "pending"))
        name = attributes.get("request_group.label" if kind == "request" else "request_group.name", {})
        expect(f"{label}: label", name.get("stringValue"), label)
        if parent and parent not in by_id:
            problems.append(f"{label}: no span is its parent {parent}")
    return problems


def compare_with_sent(kept, sent):
    """Returns the differences between the spans that a back-end keeps and the sent spans."""
    problems = []
    by_id = {span.span_id: span for span in kept}
    if len(kept) != len(sent):
        problems.append(f"{len(kept)} spans are kept, not {len(sent)}")
    for span in sent:
        other = by_id.get(span.span_id)
        if other is None:
            problems.append(f"{span.name} {span.span_id.hex()}: is not kept")
            continue
        for field in Span.DESCRIPTOR.fields:
            actual, expected = getattr(other, field.name), getattr(span, field.name)
            if field.name == "kind":  # MLflow does not keep this field.
                continue
            if field.name == "attributes":  # MLflow adds attributes.
                expected = attributes_of(span)
                actual = {key: value for key, value in attributes_of(other).items() if key in expected}
            if actual != expected:
                problems.append(
                    f"{span.name} {span.span_id.hex()}: kept with {field.name} {actual!r}, not {expected!r}"
                )
    return problems


def load_into(backend, request):
    """Sends a trace to MLflow, and returns MLflow's spans of the trace."""
    # Send protobuf, because MLflow damages the IDs of links in JSON.
    headers = {"Content-Type": "application/x-protobuf", "x-mlflow-experiment-id": "0"}
    body = request.SerializeToString()
    urllib.request.urlopen(urllib.request.Request(f"{backend}/v1/traces", body, headers)).close()
    spans = []
    for trace in sorted({span.trace_id.hex() for span in spans_of(request)}):
        with urllib.request.urlopen(f"{backend}/api/3.0/mlflow/traces/get?trace_id=tr-{trace}") as answer:
            kept = json.load(answer)["trace"]["spans"]
        spans += [json_format.ParseDict(span, Span()) for span in kept]
        print(f"{backend}/#/experiments/0/traces?selectedEvaluationId=tr-{trace}")
    return spans


def main(trace, recording, backend=None):
    request = read_trace(trace)
    spans = spans_of(request)
    problems = compare_with_recording(spans, recording)
    if backend:
        problems += compare_with_sent(load_into(backend, request), spans)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems or not spans:
        sys.exit(f"error: the trace is not the recording: {len(problems)} differences")
    where = ", here and in the back-end" if backend else ""
    print(f"{len(spans)} spans are those of the recording, each with its ID, times and parent{where}")


main(*sys.argv[1:])
