import {seconds, type State} from '../../state/state.js';
import {shorten} from '../../paint/text-layout.js';
import {width, type Line, type Segment} from '../../paint/text.js';
import {legendOf} from '../blame-view.js';
import {boxOf, boxOfProcess, shortProcess} from './boxes.js';
import {lights, underWay} from './lights.js';
import type {Board} from './model.js';
import {isRequest, requestOf} from './requests.js';
import {storyRows} from './story-rows.js';
import {onlyTells} from './token.js';
import {wordsOf} from '../../words/words.js';

/** How many recorded stops ahead the followed object's next place is searched. */
const horizon = 400;

/** A box in the middle of a sentence. */
const boxWords = (id: string): string => (id === 'apiserver' ? 'kube-apiserver' : id.replace('node/', ''));

const dim = (text: string): Segment => ({text, tone: 'dim'});

/** The next actor and action, from the tape; at its end, from the kernel. */
const nextRow = (state: State, board: Board): Line => {
	const {recording, cursor, guess, shown} = state;
	const words = wordsOf(state).board;
	const head = ` ${words.heads.next}`;
	if (guess.on) {
		return [dim(`${head}${words.guessIt}`)];
	}

	const {stops} = recording;
	const ahead = stops.slice(cursor + 1, cursor + horizon);
	const next = ahead.find((stop) => shown.periodic || !stop.periodic);
	if (!next) {
		return [dim(`${head}${recording.resting ? words.onlyPeriodic : words.notRecorded}`)];
	}

	const now = stops.get(cursor);
	const wait = next.timeMs - (now?.timeMs ?? next.timeMs);
	const parts: Segment[] = [
		dim(head),
		{text: isRequest(next) ? boxWords(boxOf(next) ?? 'apiserver') : shortProcess(next.process), tone: 'plain'},
		dim(
			isRequest(next)
				? `  ${words.stageFor(next.stage.replace(/^apiserver\./, ''), shortProcess(next.process))}`
				: `  ${next.stage}`,
		),
		dim(wait > 0 ? `  ${seconds(wait)}` : ''),
	];
	const {token} = board;
	const key = token?.key;
	if (key !== undefined) {
		const then = ahead.find((stop) => {
			const box = boxOf(stop);
			const inside = requestOf(stop);
			return (
				box !== undefined &&
				box !== token?.place &&
				inside?.method !== 'GET' &&
				stop.object === key &&
				!onlyTells.test(stop.stage)
			);
		});
		const box = then && boxOf(then);
		if (box !== undefined) {
			parts.push(dim('   ▣ → '), {text: boxWords(box), tone: 'plain'});
		}
	}

	return parts;
};

/** The processes that wait for an answer, and the contents of the queues; if no process waits, the writers of the followed object with their numbers of lines. */
const waitsRow = ({scene, boxes, token}: Board, columns: number): Line => {
	const board = wordsOf(scene.state).board;
	const others = underWay(scene);
	const calls = [...scene.latest.values()].filter(
		(stop) => stop.facts?.case === 'call' && stop.stage.startsWith('cri.'),
	);
	const told = [
		...others.map(({stop, words}) => board.for(shortProcess(stop.process), shorten(words, 34))),
		...calls.map((stop) => board.for(shortProcess(stop.process), stop.stage.slice(4))),
		...(boxes.find(({id}) => id === 'scheduler')?.rows ?? [])
			.filter(({parts}) => /^(?:backoff|unschedulable|gated) [1-9]/.test(parts[0]?.text ?? ''))
			.map(({parts}) => `scheduler: ${parts[0]?.text ?? ''}`),
	];
	const written =
		told.length > 0 || scene.state.guess.on
			? ''
			: legendOf(scene.state, token?.key, columns - width(board.heads.wrote) - 1, board.lines);
	return written === ''
		? [
				dim(` ${board.heads.waits}`),
				told.length === 0 ? dim(board.nobody) : {text: [...new Set(told)].join('  ·  '), tone: 'plain'},
			]
		: [dim(` ${board.heads.wrote}`), {text: written, tone: 'plain'}];
};

/** The message of this stop: its sender, receiver and contents. */
const nowRow = ({scene}: Board): Line => {
	const {stop} = scene;
	const words = wordsOf(scene.state).board;
	const head = dim(` ${words.heads.now}`);
	const lit = lights(scene).find(({light}) => light === 'lit');
	if (!stop) {
		return [head, dim(words.nothingYet)];
	}

	if (!lit) {
		return [head, {text: shortProcess(stop.process), tone: 'here'}, dim(`  ${stop.stage}`)];
	}

	const other = lit.box === 'file' ? 'kubectl' : 'apiserver';
	const [from, to] = lit.outward ? [other, lit.box] : [lit.box, other];
	const process = boxOfProcess(stop.process);
	const exact = (id: string): string =>
		id === process && id !== 'apiserver' && id !== 'kubectl' ? shortProcess(stop.process) : boxWords(id);
	return [head, {text: `${exact(from)} ━▶ ${exact(to)}`, tone: 'here'}, {text: `  ${lit.label}`, tone: 'plain'}];
};

/** The facts that cannot be drawn: the message, the next actor, the waiting processes; with little room, the message is left to the drawing. */
export const aheadRows = (state: State, board: Board, limit: number, columns: number): readonly Line[] => {
	const told = state.board.story ? storyRows(state, columns) : [];
	if (told.length > 0) {
		return [...told, nextRow(state, board)].slice(0, limit);
	}

	const rows = [nextRow(state, board), waitsRow(board, columns)];
	return limit > rows.length ? [nowRow(board), ...rows] : rows.slice(0, limit);
};
