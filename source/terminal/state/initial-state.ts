import type {Input} from '../../cluster.js';
import type {Recording} from '../../debugger/recording.js';
import {emptySession} from '../../debugger/session.js';
import type {Scenario} from '../../scenario/scenario.js';
import {keyTable} from '../input/key-table.js';
import type {State} from './state.js';

/** What a screen opens with; the rest has a beginning of its own. */
export type Beginning = Partial<
	Pick<
		State,
		| 'cursor'
		| 'start'
		| 'session'
		| 'lesson'
		| 'live'
		| 'following'
		| 'size'
		| 'keymap'
		| 'services'
		| 'files'
		| 'message'
		| 'advice'
	>
>;

/** The state in which a recording opens. */
export const initialState = (recording: Recording<Scenario, Input>, beginning: Beginning = {}): State => ({
	recording,
	cursor: recording.stops.length - 1,
	start: 0,
	session: emptySession,
	size: {columns: 80, rows: 24},
	keymap: keyTable,
	services: {},
	advice: [],
	futures: [],
	files: {},
	view: 'state',
	zoomed: false,
	mode: 'debug',
	scroll: {},
	selected: {},
	shift: 0,
	form: 'diff',
	typed: '',
	history: [],
	historyAt: 0,
	find: '',
	message: '',
	following: false,
	tallLesson: false,
	option: 0,
	hints: 0,
	solved: false,
	predict: false,
	real: false,
	networkPart: 'endpoints',
	lanesStep: 1,
	breakpointAt: 0,
	helpAt: 0,
	periodic: false,
	unsaved: 0,
	left: false,
	suspended: false,
	...beginning,
	...(beginning.lesson
		? {lessonAt: beginning.lesson.cursor, real: beginning.lesson.step.look?.real !== undefined}
		: {}),
});
