import process from 'node:process';
import {render} from 'ink';
import {useState, type ReactElement} from 'react';
import {createCluster, type Input} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import type {Session} from '../debugger/session.js';
import {findLesson} from '../lessons/course.js';
import {LessonRun} from '../lessons/player.js';
import {keepProgress, readProgress} from '../lessons/progress.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import {Debugger} from './app.js';
import {readOffer, type Choice} from './home-state.js';
import {FrameWriter} from './frame-writer.js';
import {Home} from './home.js';
import {loadKeymap, type Keymap} from './keymap.js';
import {lessonMoved} from './lesson-actions.js';
import {openState, type Opening} from './open-state.js';
import {takeTerminal} from './restore.js';
import type {Services, State} from './state.js';

/** What the screen opens on. */
export type Start = {readonly ascii?: boolean; readonly language?: string} & (
	| {readonly view: 'home'}
	| {readonly view: 'lesson'; readonly lesson: string}
	| {readonly view: 'play'; readonly scenario?: Scenario}
	| {
			/** A recording that was prepared: manifests applied, or replayed from a file. */
			readonly view: 'recording';
			/** What to say first. */
			readonly message?: string;
			readonly recording: Recording<Scenario, Input>;
			readonly cursor: number;
			readonly start: number;
			readonly session?: Session;
			readonly files?: Readonly<Record<string, string>>;
	  }
);

/** What the layers above give to the screen. */
export interface Doors extends Services {
	/** Opens a recording that was written to a file. */
	readonly replay?: (file: string) => Start;
}

/** A lesson where the learner left it: what was done on the way is done again. */
const resumeLesson = (name: string, language?: string): LessonRun => {
	const kept = readProgress()[name];
	return new LessonRun(findLesson(name, language), kept && !kept.done ? kept.index : 0);
};

const playState = (scenario: Scenario, opening: Opening): State => {
	const recording = new Recording(scenario, createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	const start = recording.stops.length - 1;
	return openState(recording, {
		...opening,
		cursor: start,
		start,
		message: 'The cluster is up. : takes commands, such as kubectl run web --image=nginx',
	});
};

const stateOf = (start: Exclude<Start, {view: 'home'}>, opening: Opening): State => {
	switch (start.view) {
		case 'lesson': {
			const run = resumeLesson(start.lesson, start.language);
			const begun = Math.max(0, run.recording.inputs[0]?.step ?? run.cursor);
			return lessonMoved(openState(run.recording, {...opening, cursor: run.cursor, start: begun, lesson: run}));
		}

		case 'play': {
			return playState(start.scenario ?? completeScenario(), opening);
		}

		case 'recording': {
			const {recording, cursor, session, files, message} = start;
			return openState(recording, {
				...opening,
				cursor,
				start: start.start,
				...(session ? {session} : {}),
				...(files ? {files} : {}),
				...(message === undefined ? {} : {message}),
			});
		}
	}
};

const keep = ({lesson}: State): void => {
	if (lesson) {
		keepProgress(lesson.lesson.name, {done: lesson.finished, index: lesson.index});
	}
};

/** What is on the screen now: the debugger in a state, or the home screen. */
interface Shown {
	readonly state?: State;
	readonly language?: string;
	readonly problem: string;
	/** Each visit of the home screen begins anew. */
	readonly visit: number;
	/** What was chosen there before. */
	readonly at?: number;
}

/** Home, and what was opened from there; or what the command line opened. */
export const App = ({
	start,
	openFile,
	doors,
	keymap,
	onSuspend,
}: {
	readonly start: Start;
	readonly openFile: (file: string) => Start;
	readonly doors: Doors;
	readonly keymap: Keymap;
	readonly onSuspend?: () => void;
}): ReactElement => {
	const opening: Opening = {keymap, services: doors};
	const open = (next: Start, from: Pick<Shown, 'visit' | 'at'> = {visit: 0}): Shown => ({
		...from,
		state: next.view === 'home' ? undefined : stateOf(next, opening),
		language: next.language,
		problem: '',
	});
	const [now, setNow] = useState(() => open(start));
	const ascii = start.ascii ?? false;
	if (!now.state) {
		const choose = (choice: Choice, language: string, at: number) => {
			try {
				const next: Start =
					choice.view === 'open'
						? openFile(choice.file)
						: choice.view === 'replay'
							? doors.replay!(choice.file)
							: {...choice, language};
				setNow(open({...next, language}, {visit: now.visit, at}));
			} catch (error) {
				setNow({language, problem: String(error), visit: now.visit + 1, at});
			}
		};

		return (
			<Home
				key={now.visit}
				ascii={ascii}
				language={now.language}
				read={(language) => readOffer(language, doors.replay !== undefined)}
				problem={now.problem}
				begin={now.at}
				onChoose={choose}
				onSuspend={onSuspend}
			/>
		);
	}

	return (
		<Debugger
			initial={now.state}
			ascii={ascii}
			onChange={keep}
			onSuspend={onSuspend}
			onLeave={
				start.view === 'home'
					? () => {
							setNow({...now, state: undefined, problem: '', visit: now.visit + 1});
						}
					: undefined
			}
		/>
	);
};

/**
Draws until the user leaves; the terminal is then as it was, after a crash or a signal too.

@returns exit code.
@throws {Mistakes} when the file of the user's keys is wrong; nothing has been drawn then.
*/
export const openScreen = async (
	start: Start,
	openFile: (file: string) => Start,
	doors: Doors = {},
): Promise<number> => {
	const keymap = loadKeymap();
	const writer = new FrameWriter(process.stdout);
	const {restore, suspend} = takeTerminal(() => {
		writer.redraw();
	});
	try {
		const app = render(<App start={start} openFile={openFile} doors={doors} keymap={keymap} onSuspend={suspend} />, {
			stdout: writer as unknown as NodeJS.WriteStream,
			exitOnCtrlC: false,
			patchConsole: false,
			// Whole frames, at once, and nothing else: the writer finds what changed.
			debug: true,
		});
		await app.waitUntilExit();
	} finally {
		writer.close();
		restore();
	}

	return process.exitCode === undefined ? 0 : Number(process.exitCode);
};
