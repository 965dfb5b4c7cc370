import {getOrInsert} from '../kernel/get-or-insert.js';
import type {Frame, Stop} from '../kernel/stop.js';
import {sentenceOf} from '../stages/sentence.js';
import {commandNumber, commandOf} from '../screen/state/typed-command.js';
import type {Export} from './export.js';
import {momentsNote, momentsOf, type Moment} from './moments.js';
import {framesOf, isFailure, spansOf, type Span} from './spans.js';
import {clipped, extentOf, stopsOf, titleOf, type Stretch} from './stretch.js';
import {handlerSpans, spanKinds, upstreamSpan, type UpstreamSpan} from './upstream-spans.js';

/** Collectors accept a few MiB at once. */
const mostStops = 20_000;

type AttributeValue = string | number | boolean | undefined;

const anyValue = (value: string | number | boolean) => {
	switch (typeof value) {
		case 'number': {
			return {intValue: String(value)};
		}

		case 'boolean': {
			return {boolValue: value};
		}

		default: {
			return {stringValue: value};
		}
	}
};

/** Attributes in OTLP's JSON form, without those that have no value. */
const attributes = (values: Readonly<Record<string, AttributeValue>>) =>
	Object.entries(values).flatMap(([key, value]) =>
		value === undefined || value === '' ? [] : [{key, value: anyValue(value)}],
	);

/** Everything about a span that does not depend on how it is written. */
interface Told {
	readonly span: Span;
	readonly upstream: UpstreamSpan;
	/** The span around it, in its process or, by cause, in another one. */
	readonly parent?: Told;
	/** The stops in it that are in no frame inside it. */
	readonly stops: Stop[];
}

/** The limit between numbers of frames, below it, and numbers of kubectl commands, which have their own spans. */
const firstCommand = 2 ** 40;

/** The kubectl command of a process, as a frame around all its work. */
const commandFrame = (recording: Stretch['recording'], {process, step}: Stop): Frame | undefined => {
	const number = commandNumber(process);
	return number === undefined
		? undefined
		: {
				name: `kubectl ${commandOf(recording, number) ?? ''}`.trimEnd(),
				component: 'kubectl',
				step,
				number: firstCommand + Number(number),
			};
};

/** The outermost frame of a stop. */
const outermost = (stop: Stop): number | undefined => framesOf(stop)[0]?.number;

/**
The parent of a span without one in its process: the span of its cause. A watch event, for instance, was caused by the transaction that it
reports. Earlier work of the process is not its parent: both have the same parent.
*/
const parentByCause = (told: ReadonlyMap<number, Told>, {recording: {stops}, first}: Stretch, stop: Stop) => {
	for (let at = stops.get(stop.cause); at && at.step >= first; at = stops.get(at.cause)) {
		const around =
			at.process === stop.process ? told.get(outermost(at) ?? -1)?.parent : told.get(at.frame?.number ?? -1);
		if (around) {
			return around;
		}
	}

	return undefined;
};

/** The spans of a stretch, in the order in which they begin: a parent always precedes its children. */
const toldOf = (stretch: Stretch): ReadonlyMap<number, Told> => {
	const told = new Map<number, Told>();
	const spans = spansOf(stretch);
	const commands = new Map<string, Told>();
	for (const stop of stopsOf(stretch)) {
		const {process} = stop;
		const around = commands.get(process) ?? beginCommand(stretch, stop);
		if (around) {
			around.span.last = stop;
			commands.set(process, around);
			told.set(around.span.frame.number, around);
		}

		for (const {number, parent: outer} of framesOf(stop)) {
			const span = spans.get(number);
			if (span && !told.has(number)) {
				const parent = outer ? told.get(outer.number) : (around ?? parentByCause(told, stretch, stop));
				told.set(number, {span, upstream: upstreamSpan(span.frame, process), stops: [], ...(parent ? {parent} : {})});
			}
		}

		(told.get(stop.frame?.number ?? -1) ?? around)?.stops.push(stop);
	}

	return told;
};

const beginCommand = ({recording}: Stretch, stop: Stop): Told | undefined => {
	const frame = commandFrame(recording, stop);
	return (
		frame && {
			span: {frame, process: stop.process, first: stop, last: stop},
			upstream: upstreamSpan(frame, stop.process),
			stops: [],
		}
	);
};

const rootOf = (told: Told): Told => {
	let root = told;
	while (root.parent) {
		root = root.parent;
	}

	return root;
};

/** The stops of a request's handler, and the name of their span. @mirrors k8s.io/apiserver/pkg/endpoints/handlers */
const handlerOf = (stops: readonly Stop[]): {readonly name: string; readonly stops: readonly Stop[]} | undefined => {
	const at = stops.findIndex((stop) => stop.stage === 'apiserver.route');
	const route = stops[at];
	const handler = route?.facts?.handler;
	const name = typeof handler === 'string' ? handlerSpans[handler] : undefined;
	return name === undefined || at === stops.length - 1 ? undefined : {name, stops: stops.slice(at + 1)};
};

/** Numbers of 16 hexadecimal digits; a handler's differs from that of its request by the first. */
const spanId = (told: Told, ofHandler = false): string =>
	(ofHandler ? '8' : '0') + (told.span.frame.number + 1).toString(16).padStart(15, '0');

/** The spans of a frame: its own, and for a request the one of its handler inside. */
const spansOfFrame = (told: Told, stretch: Stretch, at: (stop: Stop) => Moment, run: string): readonly unknown[] => {
	const {span, upstream, parent, stops} = told;
	const {kernel} = stretch.recording;
	const fromNs = BigInt(kernel.wallClockMs - kernel.now + stretch.fromMs) * 1_000_000n;
	const ns = (us: number): string => String(fromNs + BigInt(Math.round(us * 1000)));
	const says = (stop: Stop): string => sentenceOf(stop, stretch.language);
	const lasting = (first: Stop, own: readonly Stop[]) => {
		const failure = own.findLast((stop) => isFailure(stop));
		return {
			startTimeUnixNano: ns(at(first).startUs),
			endTimeUnixNano: ns(at(span.last).endUs),
			events: own.map((stop) => ({
				timeUnixNano: ns(at(stop).startUs),
				name: stop.stage,
				attributes: attributes({says: says(stop), 'k8s-walkthrough.step': stop.step}),
			})),
			status: failure ? {code: 2, message: says(failure)} : {},
		};
	};

	const traceId = run + spanId(rootOf(told));
	const handler = handlerOf(stops);
	const answer = stops.at(-1);
	const code = answer?.stage === 'apiserver.respond' ? answer.facts?.code : undefined;
	const own = {
		traceId,
		spanId: spanId(told),
		...(parent ? {parentSpanId: spanId(parent, handlerOf(parent.stops) !== undefined)} : {}),
		name: upstream.name,
		kind: spanKinds[upstream.kind],
		...lasting(span.first, handler ? stops.slice(0, stops.length - handler.stops.length) : stops),
		attributes: attributes({
			...upstream.attributes,
			'http.response.status_code': typeof code === 'number' ? code : undefined,
			'k8s-walkthrough.step': span.first.step,
			'k8s-walkthrough.object': span.frame.object,
			'k8s-walkthrough.simulated-only': upstream.isReal ? undefined : true,
		}),
	};
	const [begin] = handler?.stops ?? [];
	return handler && begin
		? [
				own,
				{
					traceId,
					spanId: spanId(told, true),
					parentSpanId: own.spanId,
					name: handler.name,
					kind: spanKinds.internal,
					...lasting(begin, handler.stops),
					attributes: attributes({'k8s-walkthrough.step': begin.step}),
				},
			]
		: [own];
};

const resourceOf = ({service, node}: UpstreamSpan) => ({
	attributes: attributes({'service.name': service, 'k8s.node.name': node}),
});

/**
OTLP in JSON, for a collector's `otlphttp` receiver and Jaeger: frames as spans, named as the tracing of kube-apiserver and kubelet names
them, with stops as events. A span's parent is the enclosing frame, otherwise its cause.

@see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
*/
export const exportOTLP = (whole: Stretch): Export => {
	const {stretch, omitted} = clipped(whole, mostStops);
	return {
		omitted,
		*chunks() {
			const at = momentsOf(stretch);
			const run = stretch.recording.fingerprint;
			const scope = {
				name: 'k8s-walkthrough',
				attributes: attributes({run: titleOf(stretch), extent: extentOf(stretch), times: momentsNote, omitted}),
			};
			const byResource = new Map<string, Told[]>();
			for (const told of toldOf(stretch).values()) {
				const resource = JSON.stringify(resourceOf(told.upstream));
				getOrInsert(byResource, resource, () => []).push(told);
			}

			yield '{"resourceSpans":[';
			let between = '\n';
			for (const [resource, all] of byResource) {
				yield `${between}{"resource":${resource},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;
				let separator = '\n';
				for (const told of all) {
					for (const span of spansOfFrame(told, stretch, at, run)) {
						yield separator + JSON.stringify(span);
						separator = ',\n';
					}
				}

				yield '\n]}]}';
				between = ',\n';
			}

			yield '\n]}\n';
		},
	};
};
