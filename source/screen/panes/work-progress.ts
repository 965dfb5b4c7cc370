import type {Tape} from '../../debugger/tape.js';
import type {Frame, Stop} from '../../kernel/stop.js';
import {tableOf} from '../../stages/language.js';
import {stepsOf} from '../../stages/work.js';
import {areaOf} from './pipeline-map.js';
import type {State} from '../state/state.js';
import {width, type Line, type Segment} from '../paint/text.js';
import {shorten} from '../paint/text-layout.js';
import {processName} from './process-name.js';

const within = (stage: string, beginnings: readonly string[]): boolean =>
	beginnings.some((beginning) => stage === beginning || stage.startsWith(`${beginning}.`));

/** How far to search for the rest of the work: a request or a sync is never longer. */
const horizon = 400;

/** The request or the piece of work of a stop: its title, and its stops before and after this one. */
interface Work {
	readonly title: string;
	readonly behind: readonly Stop[];
	readonly ahead: readonly Stop[];
}

/** The frame of the request that is being answered. */
const requestOf = (stop: Stop): Frame | undefined => {
	for (let {frame} = stop; frame; frame = frame.parent) {
		if (/^[A-Z]+ \//.test(frame.name)) {
			return frame;
		}
	}

	return undefined;
};

const isInside = (stop: Stop, outer: Frame): boolean => {
	for (let {frame} = stop; frame; frame = frame.parent) {
		if (frame.number === outer.number) {
			return true;
		}
	}

	return false;
};

/** The work of a request: a request is a frame that contains all its stops. */
const workOfRequest = (stops: Tape, stop: Stop): Work => {
	const request = requestOf(stop);
	const mine = stops
		.slice(request?.step ?? Math.max(0, stop.step - horizon), stop.step + horizon)
		.filter((candidate) => candidate.process === stop.process && (!request || isInside(candidate, request)));
	return {
		title: request?.name ?? stop.process,
		behind: mine.filter(({step}) => step <= stop.step),
		ahead: mine.filter(({step}) => step > stop.step),
	};
};

/** The work of a process for one object, or since its last wake-up. */
const workOfProcess = (stops: Tape, stop: Stop): Work => {
	const behind: Stop[] = [];
	for (const candidate of stops.slice(Math.max(0, stop.step - horizon), stop.step + 1).reverse()) {
		if (candidate.process === stop.process) {
			if (candidate.cause !== stop.cause && candidate.object !== stop.object) {
				break;
			}

			behind.push(candidate);
		}
	}

	return {title: processName(stop.process), behind, ahead: []};
};

/** The steps of the current work: finished steps are marked, and the active one shows its progress. */
export const workProgress = (
	state: State,
	stop: Stop | undefined,
): {readonly title: string; readonly parts: readonly Segment[]} => {
	const here = stop && areaOf(stop);
	const area = here === 'etcd' ? 'apiserver' : here;
	const steps = area ? stepsOf(area) : [];
	if (!stop || steps.length === 0) {
		return {title: processName(stop?.process ?? ''), parts: []};
	}

	const {stops} = state.recording;
	const {title, behind, ahead} = area === 'apiserver' ? workOfRequest(stops, stop) : workOfProcess(stops, stop);
	const labels = tableOf(state.setup.language).labels.steps;
	const parts = steps.map((stages): Segment => {
		const label = labels[stages[0]];
		const mine = behind.filter((candidate) => within(candidate.stage, stages));
		const first = mine.at(-1) ?? ahead.find((candidate) => within(candidate.stage, stages));
		const aim = first ? {target: {step: first.step}} : {};
		const refused = mine.some(({outcome}) => outcome === 'refused' || outcome === 'failed');
		if (within(stop.stage, stages)) {
			const total = mine.length + ahead.filter((candidate) => within(candidate.stage, stages)).length;
			const count = total > 1 && area === 'apiserver' ? ` ${mine.length}/${total}` : '';
			return {text: `${label} ${refused ? '✗' : '●'}${count}`, tone: refused ? 'bad' : 'here', ...aim};
		}

		return mine.length > 0
			? {text: `${label} ${refused ? '✗' : '✓'}`, tone: refused ? 'bad' : 'good', ...aim}
			: {text: label, tone: 'dim', ...aim};
	});
	const short = title.replace(/ \/(?:api\/v1|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/)?/, ' ').replace(/\?.*$/, '');
	return {title: short, parts};
};

const isHere = ({text}: Segment): boolean => /[●✗]/.test(text);

/** The parts that fit, including the active one; an ellipsis replaces omitted earlier ones. */
const around = (parts: readonly Segment[], room: number): readonly Segment[] => {
	const total = (some: readonly Segment[]): number => some.reduce((sum, {text}) => sum + width(text) + 1, -1);
	const at = Math.max(0, parts.findLastIndex(isHere));
	let from = 0;
	while (from < at && total(parts.slice(from, at + 1)) + (from > 0 ? 2 : 0) > room) {
		from++;
	}

	let to = at + 1;
	while (to < parts.length && total(parts.slice(from, to + 1)) + (from > 0 ? 2 : 0) <= room) {
		to++;
	}

	return [...(from > 0 ? [{text: '…', tone: 'dim'} as const] : []), ...parts.slice(from, to)];
};

/** Label and mark without the space between them. */
const joined = (parts: readonly Segment[]): readonly Segment[] =>
	parts.map((part) => ({...part, text: part.text.replace(' ', '')}));

/** The columns of the steps once all have passed: the steps are equally close at the beginning and at the end of the work. */
const roomFor = (parts: readonly Segment[], markRoom: number, gap: number): number =>
	parts.reduce((sum, {text}) => sum + width(text.replace(/ .*$/, '')) + markRoom + gap, -gap) + ' 3/9'.length;

/**
The steps of the work in one row: ` POST pods authn ✓ route ✓ mutate ● 3/9 validate admit store`. On narrow screens, the title is shortened
first, then the steps move closer.
*/
export const workProgressLine = (state: State, stop: Stop | undefined, columns: number): Line => {
	const {title, parts} = workProgress(state, stop);
	const named = title.startsWith('kubectl/') ? '' : title;
	if (parts.length === 0) {
		return [{text: ` ${shorten(named, columns - 2)}`, tone: 'title'}];
	}

	const titles = [shorten(named, Math.max(10, Math.floor(columns / 3))), shorten(named, 16), shorten(named, 10)];
	const heads = [...titles, named.split(' ')[0] ?? '', ''].map((text) => (text === '' ? ' ' : ` ${text}  `));
	const forms = [
		{steps: parts, gap: 2, needs: roomFor(parts, 2, 2)},
		{steps: parts, gap: 1, needs: roomFor(parts, 2, 1)},
		{steps: joined(parts), gap: 1, needs: roomFor(parts, 1, 1)},
	];
	const fitting = heads.flatMap((head) => forms.map((form) => ({...form, head})));
	const {head, steps, gap} = fitting.find((one) => width(one.head) + one.needs <= columns) ?? {
		head: ' ',
		steps: around(joined(parts), columns - 1),
		gap: 1,
	};
	return [
		{text: head, tone: 'title'},
		...steps.flatMap((part, index): Segment[] =>
			index === 0 ? [part] : [{text: ' '.repeat(gap), tone: 'plain'}, part],
		),
	];
};
