import type {Stop} from '../kernel/stop.js';
import {sentenceOf} from '../stages/sentence.js';
import type {Export} from './export.js';
import {momentsNote, momentsOf, type Moment} from './moments.js';
import {inOrder, participantOf} from './participant.js';
import {framesOf, isFailure, spansOf} from './spans.js';
import {clipped, extentOf, stopsOf, titleOf, type Stretch} from './stretch.js';

/** ui.perfetto.dev draws more, but not at once. */
const mostStops = 100_000;

/** An event of the Trace Event Format; times in microseconds. */
type TraceEvent = Readonly<Record<string, unknown>>;

/** The process and thread numbers for viewers: a participant is a process, and its processes are threads. */
interface Tracks {
	readonly of: (process: string) => {readonly pid: number; readonly tid: number};
	readonly names: readonly TraceEvent[];
}

const tracksOf = (stretch: Stretch): Tracks => {
	const processes = new Map<string, string>();
	for (const {process} of stopsOf(stretch)) {
		processes.set(process, participantOf({component: '', process}));
	}

	const participants = inOrder(processes.values());
	const numbers = new Map([...processes.keys()].map((process, index) => [process, index + 1]));
	const track = (process: string) => ({
		pid: participants.indexOf(processes.get(process) ?? '') + 1,
		tid: numbers.get(process) ?? 0,
	});
	const named = (name: string, ids: TraceEvent, args: TraceEvent): TraceEvent => ({name, ph: 'M', ...ids, args});
	return {
		of: track,
		names: [
			...participants.flatMap((participant, index) => [
				named('process_name', {pid: index + 1}, {name: participant}),
				named('process_sort_index', {pid: index + 1}, {sort_index: index}),
			]),
			...[...processes.keys()].map((process) => named('thread_name', track(process), {name: process})),
		],
	};
};

/** The arrow from the stop that caused another one to it. */
const flow = (stop: Stop, cause: Stop, at: (stop: Stop) => Moment, {of}: Tracks): readonly TraceEvent[] => {
	const inside = (one: Stop): number => {
		const {startUs, endUs} = at(one);
		return (startUs + endUs) / 2;
	};

	const common = {name: 'cause', cat: 'cause', id: stop.step};
	return [
		{...common, ph: 's', ...of(cause.process), ts: inside(cause)},
		{...common, ph: 'f', bp: 'e', ...of(stop.process), ts: inside(stop)},
	];
};

/** All events of a stretch: names of processes and threads, frames and stops as slices, causes as flows. A frame precedes its content. */
function* eventsOf(stretch: Stretch): Generator<TraceEvent, void> {
	const {stops} = stretch.recording;
	const spans = spansOf(stretch);
	const tracks = tracksOf(stretch);
	const at = momentsOf(stretch);
	const told = new Set<number>();
	const woken = new Map<string, number>();
	yield* tracks.names;
	for (const stop of stopsOf(stretch)) {
		const {startUs, endUs} = at(stop);
		const track = tracks.of(stop.process);
		for (const frame of framesOf(stop)) {
			const span = spans.get(frame.number);
			if (span && !told.has(frame.number)) {
				told.add(frame.number);
				const dur = at(span.last).endUs - startUs;
				const args = {object: frame.object, failed: span.failed && sentenceOf(span.failed, stretch.language)};
				yield {name: frame.name, cat: frame.component, ph: 'X', ...track, ts: startUs, dur, args};
			}
		}

		yield {
			name: stop.stage,
			cat: stop.component,
			ph: 'X',
			...track,
			ts: startUs,
			dur: endUs - startUs,
			...(isFailure(stop) ? {cname: 'terrible'} : {}),
			args: {
				step: stop.step,
				says: sentenceOf(stop, stretch.language),
				object: stop.object,
				outcome: stop.outcome,
				cause: stop.cause,
			},
		};
		const cause = stops.get(stop.cause);
		if (
			cause &&
			cause.step >= stretch.first &&
			cause.process !== stop.process &&
			woken.get(stop.process) !== stop.cause
		) {
			yield* flow(stop, cause, at, tracks);
		}

		woken.set(stop.process, stop.cause);
	}
}

/**
A Chrome trace, which ui.perfetto.dev opens: processes and their threads, frames and stops as slices, causes as flows. A request is in the thread of its caller, with the active component as its category.

@see https://perfetto.dev/docs/getting-started/other-formats
*/
export const exportPerfetto = (whole: Stretch): Export => {
	const {stretch, omitted} = clipped(whole, mostStops);
	return {
		omitted,
		*chunks() {
			const otherData = {
				run: titleOf(stretch),
				extent: extentOf(stretch),
				kubernetes: 'v1.36',
				times: momentsNote,
				omitted,
			};
			yield `{"displayTimeUnit":"ms","otherData":${JSON.stringify(otherData)},"traceEvents":[`;
			let separator = '\n';
			for (const event of eventsOf(stretch)) {
				yield separator + JSON.stringify(event);
				separator = ',\n';
			}

			yield '\n]}\n';
		},
	};
};
