import type {ClusterRecording} from '../../cluster.js';
import {firstFuture} from '../../debugger/futures.js';
import {emptySession} from '../../debugger/session.js';
import type {LessonRun} from '../../classroom/player.js';
import type {View} from '../../classroom/views.js';
import {defaultLanguage} from '../../stages/language.js';
import {keyTable} from '../input/key-table.js';
import type {LiveCluster} from './live-cluster.js';
import type {LessonState, Manifests, Services, Setup} from './parts.js';
import type {State} from './state.js';

/** The state with which a screen begins; the other parts have their own initial values. */
export interface Beginning
	extends
		Partial<Pick<State, 'cursor' | 'start' | 'session' | 'size' | 'message' | 'future' | 'futures'>>,
		Partial<Setup>,
		Partial<Manifests> {
	/** The view that is open first; `state` by default. */
	readonly view?: View;
	readonly lesson?: LessonRun;
	/** Real clients are served at the same time: the screen follows the stops that they cause. */
	readonly live?: LiveCluster;
}

const lessonBegun = (run: LessonRun, {now}: Services): LessonState => ({
	run,
	leftAt: run.cursor,
	at: run.cursor,
	tall: false,
	top: 0,
	option: 0,
	answers: new Map(),
	hints: 0,
	solved: false,
	spent: {keys: 0, ...(now ? {beganMs: now()} : {})},
});

/** The state in which a recording opens. */
export const initialState = (
	recording: ClusterRecording,
	{
		keymap = keyTable,
		services = {},
		language = defaultLanguage,
		stopsAtOnce,
		isFree = false,
		files = {},
		advice = [],
		view = 'state',
		lesson,
		live,
		...beginning
	}: Beginning = {},
): State => ({
	recording,
	cursor: recording.stops.length - 1,
	start: 0,
	future: firstFuture,
	futures: [],
	session: emptySession,
	size: {columns: 80, rows: 24},
	mode: 'debug',
	message: '',
	setup: {keymap, services, language, stopsAtOnce, isFree},
	manifests: {files, advice},
	pane: {view, zoomed: false, scroll: {}, selected: {}, shift: 0, find: ''},
	pointer: {},
	object: {form: 'diff'},
	network: {part: 'endpoints', whole: false},
	cluster: {},
	lanes: {stopsPerColumn: 1},
	board: {playing: false, story: false, speed: 3, behind: 'state'},
	commandLine: {typed: '', history: [], historyAt: 0, background: []},
	guess: {on: false, answered: 0, right: 0, streak: 0, missed: []},
	palette: {typed: '', at: 0},
	breakpointList: {at: 0},
	futureList: {at: 0},
	faultMenu: {about: '', faults: [], at: 0},
	help: {at: 0},
	shown: {real: lesson?.step.look?.real !== undefined, periodic: false},
	leaving: {unsaved: 0, left: false, suspended: false},
	...(lesson ? {lesson: lessonBegun(lesson, services)} : {}),
	...(live ? {live: {cluster: live, following: true}} : {}),
	...beginning,
});
