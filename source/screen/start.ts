import {bootingRun} from '../booted.js';
import type {Input} from '../cluster.js';
import type {Family} from '../debugger/futures.js';
import {atOnce, type Place, type Recording} from '../debugger/recording.js';
import {seeking} from '../debugger/seek.js';
import type {Session} from '../debugger/session.js';
import {pageAfter} from '../classroom/chapters.js';
import {findLesson} from '../classroom/course.js';
import type {ExamSession} from '../classroom/exams/session.js';
import {findDrill, type Drill} from '../classroom/drills/drills.js';
import {randomDrill} from '../classroom/drills/random.js';
import {LessonRun} from '../classroom/player.js';
import {dueQuestions, readProgress, type DueQuestion} from '../classroom/progress.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import type {LiveCluster} from './state/live-cluster.js';
import {examOpened} from './actions/exam-actions.js';
import {afterDue, lessonOpened} from './actions/lesson-actions.js';
import {initialState, type Beginning} from './state/initial-state.js';
import type {State} from './state/state.js';
import type {Advice, Services} from './state/parts.js';
import {screenWords} from './words/words.js';
import {chapters, drillNames, lessonHeads, lessonNames, numberOf} from '../classroom/heads.js';

/** The contents with which the debugger opens. */
export type Start =
	| {
			readonly view: 'lesson';
			readonly lesson: string;
			readonly language?: string;
			/** The folder of a pack of lessons; without it, the course. */
			readonly pack?: string;
			/** The step to open, counted from 0, in place of the kept one. */
			readonly step?: number;
	  }
	/** A drill: one of the course by name, otherwise a generated one by number. */
	| {readonly view: 'drill'; readonly drill: string | number}
	/** A set of tasks, in its last state. */
	| {readonly view: 'exam'; readonly session: ExamSession}
	| {readonly view: 'play'; readonly scenario?: Scenario}
	| {
			/** A recording that was prepared: manifests applied, or replayed from a file. */
			readonly view: 'recording';
			/** The first message. */
			readonly message?: string;
			readonly advice?: readonly Advice[];
			readonly recording: Recording<Scenario, Input>;
			readonly cursor: number;
			readonly start: number;
			readonly session?: Session;
			/** The other futures. */
			readonly family?: Family<Scenario, Input>;
			readonly files?: Readonly<Record<string, string>>;
			/** Opens on the board. */
			readonly board?: boolean;
			/** Real clients are served at the same time: the screen follows the stops that they cause. */
			readonly live?: LiveCluster;
	  };

/** A lesson at the learner's last step: all earlier steps are performed again. The order of the options differs between visits. */
function* resumingLesson(
	name: string,
	{services, language: told}: Beginning,
	language?: string,
	pack?: string,
	step?: number,
): Generator<Place, LessonRun> {
	const lesson = findLesson(name, language, pack);
	const kept = readProgress()[lesson.name];
	return yield* LessonRun.opening(
		lesson,
		Math.min(step ?? (kept && !kept.done ? kept.index : 0), lesson.steps.length - 1),
		told,
		(services?.now?.() ?? 0) % 2 ** 31,
	);
}

const drillNamed = (name: string | number, language?: string): Drill =>
	typeof name === 'number' ? randomDrill(name, language) : findDrill(name, language);

/** The drill that follows: the next of the course, or the one that the next number makes. */
const drillAfter = (name: string | number): string | number | undefined => {
	const names = drillNames();
	return typeof name === 'number' ? name + 1 : names[names.indexOf(name) + 1];
};

function* openingDrill(
	name: string | number,
	beginning: Beginning,
	language: string | undefined,
): Generator<Place, State> {
	let at = name;
	function* lessonAfter(): Generator<Place, LessonRun | undefined> {
		const next = drillAfter(at);
		if (next === undefined) {
			return undefined;
		}

		const run = yield* LessonRun.opening(drillNamed(next, language), 0, beginning.language);
		at = next;
		return run;
	}

	const run = yield* LessonRun.opening(drillNamed(name, language), 0, beginning.language);
	return lessonOpened(run, {...beginning, services: {...beginning.services, lessonAfter}});
}

/** The most stops of a cluster at rest that are searched for a node's heartbeat. */
const mostToRest = 2000;

function* openingPlay(scenario: Scenario, beginning: Beginning): Generator<Place, State> {
	const recording = yield* bootingRun(scenario);
	// At rest, nodes send heartbeats: the last recorded stops are housekeeping of the cluster's start.
	yield* seeking(recording, recording.stops.length - 1, 1, ({stage}) => stage === 'kubelet.lease', {
		pastRest: true,
		steps: mostToRest,
	});
	const start = recording.stops.length - 1;
	return initialState(recording, {
		...beginning,
		isFree: true,
		cursor: start,
		start,
		view: 'board',
		message: screenWords(beginning.language ?? 'en').messages.clusterUp,
	});
}

/** The number of returning questions before a chapter. */
const mostDue = 2;

/** The repeated questions before a new lesson that opens a chapter: the first that were answered wrong before. */
const questionsBefore = (lesson: string): readonly DueQuestion[] => {
	const progress = readProgress();
	const isOpening = chapters.some(({first}) => first > 1 && first === numberOf(lesson));
	const earlier = lessonNames().filter((name) => name < lesson);
	return isOpening && !progress[lesson] ? dueQuestions(progress, earlier).slice(0, mostDue) : [];
};

/** The course in the palette; its titles are read when they are first needed. */
const courseServices = (
	language: string | undefined,
	given: Beginning,
): Pick<Services, 'lessons' | 'lessonNamed' | 'lessonAt' | 'due'> => {
	let known: ReadonlyArray<{readonly name: string; readonly title: string}> | undefined;
	return {
		lessons: () => (known ??= lessonHeads(language)),
		lessonNamed: (name) => resumingLesson(name, given, language),
		lessonAt: (name, step) => resumingLesson(name, given, language, undefined, step),
		due: questionsBefore,
	};
};

/**
The first state of an opened screen.

@param language the user's name of the language for lessons and drills opened from there: `zh`
*/
export const stateOf = (start: Start, given: Beginning, language?: string): State =>
	atOnce(openingState(start, given, language));

/** Like {@link stateOf}, in parts, so that a page stays responsive. */
export function* openingState(start: Start, given: Beginning, language?: string): Generator<Place, State> {
	const course = courseServices(start.view === 'lesson' ? start.language : language, given);
	const beginning: Beginning = {...given, services: {...course, ...given.services}};
	switch (start.view) {
		case 'lesson': {
			const {language: taught, pack} = start;
			const run = yield* resumingLesson(start.lesson, beginning, taught, pack, start.step);
			function* lessonAfter(name: string): Generator<Place, LessonRun | undefined> {
				const names = lessonNames(pack);
				const next = names[names.indexOf(name) + 1];
				return next === undefined ? undefined : yield* resumingLesson(next, beginning, taught, pack);
			}

			const ends = pack === undefined ? {pageAfter: (name: string) => pageAfter(name, taught)} : undefined;
			const opened = lessonOpened(run, {...beginning, services: {...beginning.services, lessonAfter, ...ends}});
			return pack === undefined && start.step === undefined ? yield* afterDue(opened) : opened;
		}

		case 'drill': {
			return yield* openingDrill(start.drill, beginning, language);
		}

		case 'exam': {
			yield* start.session.opening(start.session.at);
			return examOpened(start.session, beginning);
		}

		case 'play': {
			return yield* openingPlay(start.scenario ?? completeScenario(), beginning);
		}

		case 'recording': {
			const {recording, cursor, session, family, files, message, advice, live, board} = start;
			return initialState(recording, {
				...beginning,
				cursor,
				start: start.start,
				...(session ? {session} : {}),
				...family,
				...(files ? {files} : {}),
				...(message === undefined ? {} : {message}),
				...(advice ? {advice} : {}),
				...(live ? {live} : {}),
				...(board ? {view: 'board'} : {}),
			});
		}
	}
}
