import {splitWords} from '../../../cluster.js';
import {shorten} from '../../paint/text-layout.js';
import type {Stop} from '../../../kernel/stop.js';
import type {Segment, Tone} from '../../paint/text.js';
import type {State} from '../../state/state.js';
import {etcdRevision} from '../etcd-revision.js';
import {queueKeys} from '../pipeline-map.js';
import {workProgress} from '../work-progress.js';
import {boxOf, boxOfProcess, controllerOf, shortProcess, type Box, type BoxRow, type BoxText} from './boxes.js';
import {commands} from './followed.js';
import {underWay} from './lights.js';
import {concerns, isRequest, requestOf, requestWords} from './requests.js';
import type {Scene} from './scene.js';
import type {Token} from './token.js';
import {isCalm} from '../../state/calm.js';
import type {ScreenWords} from '../../words/screen-words.js';
import {wordsOf} from '../../words/words.js';

/** The common inputs of all boxes. */
export interface View {
	readonly scene: Scene;
	readonly token: Token | undefined;
}

export const row = (weight: number, ...parts: readonly BoxText[]): BoxRow => ({weight, parts});

/** @param short the same in fewer words, the longest first */
export const say = (text: string, tone: Tone = 'plain', short: readonly string[] = []): BoxText => ({
	text,
	tone,
	...(short.length > 0 ? {short} : {}),
});

/** The role of a box in plain words, before the first action: later, its rows show events. */
export const roleRows = ({scene: {state}}: View, box: keyof ScreenWords['board']['roles']): readonly BoxRow[] => {
	const [long = '', ...short] = wordsOf(state).board.roles[box];
	return isCalm(state) ? [row(9.5, say(long, 'plain', short))] : [];
};

/** The part of the work at a stop, in a word: `filter`; for other stops, their stage. */
const workWord = (state: State, scene: Scene): string => {
	const {stop} = scene;
	const part = workProgress(state, stop).parts.findLast(({text}) => /[●✗]/.test(text));
	return part ? part.text.replace(/ [●✗].*$/, '') : (stop?.stage.split('.').slice(1, 2)[0] ?? '');
};

/** Whether a stop refuses something, or fails. */
const isBad = (stop: Stop | undefined): boolean => stop?.outcome === 'refused' || stop?.outcome === 'failed';

/** The work of the acting box, in a row; `✗` says that it fails here. */
export const acting = ({scene}: View, actor = ''): BoxRow => {
	const bad = isBad(scene.stop);
	return row(10, say(`${bad ? '✗' : '●'} ${actor}${workWord(scene.state, scene)}`, bad ? 'bad' : 'here'));
};

/** Whether a box acts, and whether it has the followed object. */
export const about = ({scene, token}: View, id: Box['id']): Pick<Box, 'acts' | 'holds'> => ({
	acts: scene.stop !== undefined && boxOf(scene.stop) === id,
	holds: token?.place === id,
});

/** The files that the latest command reads, and their lengths. */
const filesOf = ({recording, cursor}: State): ReadonlyArray<readonly [name: string, lines: number]> => {
	const input = recording.inputs.findLast((given) => 'kubectl' in given.input && given.step <= cursor)?.input;
	const {kubectl = '', files = {}} = input && 'kubectl' in input ? input : {};
	// In quotes a name may have spaces.
	const words = new Set(splitWords(kubectl).flatMap((word) => [word, ...word.split(/[=,]+/)]));
	return Object.entries(files)
		.filter(([name]) => words.has(name))
		.map(([name, text]) => [name, text.trimEnd().split('\n').length]);
};

const lastCommand = ({recording, cursor}: State): string | undefined => {
	const input = recording.inputs.findLast((given) => 'kubectl' in given.input && given.step <= cursor)?.input;
	return input && 'kubectl' in input ? input.kubectl : undefined;
};

/** The user's file; without one, the user's command. */
export const fileBox = (view: View): Box => {
	const {state} = view.scene;
	const words = wordsOf(state).board;
	const [first, ...others] = filesOf(state);
	const command = lastCommand(state);
	const given = command === undefined ? say(words.noCommand, 'dim') : say(`kubectl ${command}`, 'dim', [command]);
	return {
		id: 'file',
		title: first ? (first[0].split('/').at(-1) ?? first[0]) : words.you,
		...about(view, 'file'),
		flow: [],
		rows: [
			row(5, first ? say(words.lines(first[1]), 'dim') : given),
			...(others.length > 0 ? [row(4, say(words.andFiles(others.length), 'dim'))] : []),
		],
		inside: {view: 'state'},
	};
};

/** The first line that kubectl printed: of `deployment.apps/web created` at least what happened. */
const printedText = (said: string, last: Stop): BoxText => {
	const mark = isBad(last) ? '✗' : '✓';
	const [, happened] = /^\S+\/\S+ (\S+)$/.exec(said) ?? [];
	return say(`${mark} ${said}`, isBad(last) ? 'bad' : 'dim', happened === undefined ? [] : [`${mark} ${happened}`]);
};

/** kubectl: its action, its wait, or its output. */
export const kubectlBox = (view: View): Box => {
	const {scene} = view;
	const words = wordsOf(scene.state).board;
	const {acts, holds} = about(view, 'kubectl');
	const [command] = commands(scene.state);
	const last = command?.stops.at(-1);
	const waits = underWay(scene).find(({stop}) => boxOfProcess(stop.process) === 'kubectl');
	const printed = scene.state.recording.kernel.ledger.readAt<{readonly stdout?: string; readonly stderr?: string}>(
		last?.object ?? '',
		scene.state.cursor,
	);
	const [said = ''] = (printed?.stdout || printed?.stderr || '').trim().split('\n');
	const atRest = (): BoxRow => {
		if (waits) {
			return row(8, say(`… ${waits.words}`, 'warn'));
		}

		const isDone = last?.stage === 'kubectl.print';
		return row(3, isDone ? printedText(said || words.done, last) : say(`· ${words.idle}`, 'dim'));
	};

	return {
		id: 'kubectl',
		title: 'kubectl',
		acts,
		holds,
		flow: [],
		rows: [acts ? acting(view) : atRest()],
		inside: {view: 'state'},
	};
};

/** A request in a row: its target, and its sender. */
const requestParts = (state: State, stop: Stop): readonly Segment[] => {
	const request = requestOf(stop);
	return [
		say(request ? requestWords(request) : workProgress(state, stop).title, 'title'),
		// The requester is left out before a name is cut in half.
		say(wordsOf(state).board.from(shortProcess(stop.process)), 'dim', ['']),
	];
};

const isSame = (a: Stop, b: Stop): boolean => requestOf(a)?.frame.number === requestOf(b)?.frame.number;

/** The last stop of the last request about the followed object, as of the cursor; without one, of the request in progress. */
const shownRequest = (scene: Scene, token: Token | undefined): Stop | undefined => {
	const {stop, recent} = scene;
	const key = token?.key ?? token?.lineage.at(-1);
	const making = token?.making;
	const isAsked = (candidate: Stop): boolean =>
		isRequest(candidate) && key !== undefined && concerns(scene, candidate, key);
	const own = making && isRequest(making) ? making : recent.find((candidate) => isAsked(candidate));
	if (own) {
		return recent.find((candidate) => candidate.process === own.process && isSame(candidate, own));
	}

	if (stop && isRequest(stop)) {
		return stop;
	}

	return undefined;
};

/** The steps of a request with their marks; an answer that was given before this stop is a step that is done. */
const chain = (state: State, shown: Stop, stop: Stop | undefined): readonly Segment[] =>
	workProgress(state, shown).parts.map((part) =>
		shown.stage === 'apiserver.respond' && shown.step !== stop?.step && part.text.includes('●')
			? say(part.text.replace(/●.*$/, '✓'), 'good')
			: part,
	);

/** The apiserver with its chain: that of the last request about the followed object, until it is answered; then that of the active request. */
export const apiserverBox = (view: View): Box => {
	const {scene, token} = view;
	const {state, stop} = scene;
	const words = wordsOf(state).board;
	const own = shownRequest(scene, token);
	const other = stop && isRequest(stop) && (!own || !isSame(own, stop)) ? stop : undefined;
	const isOver = own?.stage === 'apiserver.respond' && own.step !== stop?.step;
	const main = other && isOver ? other : own;
	const aside = main === other ? own : other;
	const underWayRow = (request: Stop): BoxRow =>
		row(9.8, say('● ', 'here'), ...requestParts(state, request), say(`  ${workWord(state, scene)}`, 'here'));
	const endedRow = (request: Stop): BoxRow =>
		row(1, say(`${request.outcome === 'refused' ? '✗' : '✓'} `, 'good'), ...requestParts(state, request));
	const here = about(view, 'apiserver');
	const watchers = stop?.stage === 'apiserver.watch' ? stop.facts?.watchers : undefined;
	return {
		id: 'apiserver',
		title: 'kube-apiserver',
		role: wordsOf(state).board.roles.apiserver,
		...here,
		named: here.holds,
		head: [
			...(here.holds && token ? [say(`▣ ${token.label}  `, 'here')] : []),
			...(main ? requestParts(state, main) : [say(words.noRequest, 'dim')]),
		],
		flow: main ? chain(state, main, stop) : [],
		rows: [
			...roleRows(view, 'apiserver'),
			...(aside ? [aside === other ? underWayRow(aside) : endedRow(aside)] : []),
			...(Array.isArray(watchers) ? [row(9.8, say(`● ${words.tells(watchers.length)}`, 'here'))] : []),
		],
		inside: {view: 'stack'},
	};
};

/** etcd with its revision, and the key that this stop wrote. */
export const etcdBox = (view: View): Box => {
	const {state, stop} = view.scene;
	const {acts, holds} = about(view, 'etcd');
	const revision = etcdRevision(state.recording, state.cursor);
	const written = acts && !holds && stop?.object !== undefined ? stop.object.replace(/^\/registry/, '') : undefined;
	return {
		id: 'etcd',
		title: 'etcd',
		role: wordsOf(state).board.roles.etcd,
		acts,
		holds,
		flow: [],
		rows: [
			...roleRows(view, 'etcd'),
			row(
				8,
				say(
					revision === undefined ? wordsOf(state).board.empty : wordsOf(state).board.atRevision(revision),
					acts ? 'here' : 'plain',
				),
			),
			...(written === undefined ? [] : [row(7, say(shorten(written, 60), 'here'))]),
		],
		inside: {view: 'ledger'},
	};
};

interface Queue {
	readonly active?: readonly unknown[];
	readonly backoff?: readonly unknown[];
	readonly unschedulable?: readonly unknown[];
	readonly gated?: readonly unknown[];
}

/** The scheduler with the number of Pods in each of its queues. */
export const schedulerBox = (view: View): Box => {
	const {state} = view.scene;
	const {acts, holds} = about(view, 'scheduler');
	const queue = state.recording.kernel.ledger.readAt<Queue>('/components/kube-scheduler/queue', state.cursor) ?? {};
	const length = (name: keyof Queue): number => queue[name]?.length ?? 0;
	const counts = (['active', 'backoff', 'unschedulable', 'gated'] as const)
		.filter((name) => name === 'active' || name === 'backoff' || length(name) > 0)
		.map((name) => {
			const label = wordsOf(state).board.queues[name];
			const tone = length(name) > 0 ? 'warn' : 'dim';
			// Without room for both, the number stays.
			return row(length(name) > 0 ? 8 : 4, say(`${label} ${length(name)}`, tone, [`${length(name)} ${label}`]));
		});
	return {
		id: 'scheduler',
		title: wordsOf(state).board.boxes.scheduler,
		role: wordsOf(state).board.roles.scheduler,
		acts,
		holds,
		flow: [],
		rows: [...(acts ? [acting(view)] : []), ...roleRows(view, 'scheduler'), ...counts],
		inside: {view: 'scheduler'},
	};
};

interface WorkQueue {
	readonly length?: number;
	readonly processing?: readonly string[];
	readonly delayed?: Readonly<Record<string, number>>;
}

/** The controllers that work for objects of a folder of the registry. */
const controllersOf: Readonly<Record<string, readonly string[]>> = {
	deployments: ['deployment'],
	replicasets: ['replicaset'],
	statefulsets: ['statefulset'],
	daemonsets: ['daemonset'],
	jobs: ['job'],
	cronjobs: ['cronjob'],
	services: ['endpointslice'],
};

/** The controllers that are relevant: active, with queued keys, or responsible for the followed object. */
interface ControllerLook {
	readonly weight: number;
	readonly sign: string;
	readonly tone: Tone;
}

/** The importance and look of a controller's row. @param isTheirs whether it works on the followed object */
const controllerLook = (acts: boolean, isBusy: boolean, isTheirs: boolean): ControllerLook => {
	if (acts) {
		return {weight: 10, sign: '● ', tone: 'here'};
	}

	return isBusy ? {weight: 8, sign: '  ', tone: 'plain'} : {weight: isTheirs ? 6 : 3, sign: '  ', tone: 'dim'};
};

export const controllersBox = (view: View, hasServices: boolean): Box => {
	const {scene, token} = view;
	const {state, stop} = scene;
	const {acts, holds} = about(view, 'controllers');
	const words = wordsOf(state).board;
	const now = acts && stop ? controllerOf(stop.process) : undefined;
	const theirs = new Set(
		[...(token?.lineage ?? []).map((key) => key.split('/')[2] ?? ''), ...(hasServices ? ['services'] : [])].flatMap(
			(folder) => controllersOf[folder] ?? [],
		),
	);
	const rows: BoxRow[] = [];
	let idle = 0;
	for (const key of queueKeys(state)) {
		const name = key.split('/')[3] ?? '';
		const {
			length = 0,
			processing = [],
			delayed = {},
		} = state.recording.kernel.ledger.readAt<WorkQueue>(key, state.cursor) ?? {};
		const later = Object.keys(delayed).length;
		const busy = length > 0 || processing.length > 0;
		const look = controllerLook(name === now, busy, theirs.has(name));
		if (name === now || busy || later > 0 || theirs.has(name)) {
			rows.push(
				row(
					look.weight,
					say(name !== now && processing.length > 0 ? '▸ ' : look.sign, name === now ? 'here' : 'plain'),
					{...say(name, look.tone), whole: true},
					say(length > 0 ? words.queued(length) : '', 'warn', length > 0 ? [` ·${length}`, `·${length}`] : []),
					say(later > 0 ? words.later(later) : '', 'dim', later > 0 ? [''] : []),
				),
			);
		} else {
			idle++;
		}
	}

	const informers = acts && now === undefined ? [row(10, say('● informers', 'here'))] : [];
	return {
		id: 'controllers',
		title: words.boxes.controllers,
		role: wordsOf(state).board.roles.controllers,
		acts,
		holds,
		flow: [],
		rows: [
			...informers,
			...roleRows(view, 'controllers'),
			...rows,
			...(idle > 0 ? [row(1, say(`  ${words.idleControllers(idle)}`, 'dim'))] : []),
		],
		inside: {view: 'ledger'},
	};
};
