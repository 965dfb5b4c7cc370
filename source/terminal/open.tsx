import process from 'node:process';
import {render} from 'ink';
import {useState, type ReactElement} from 'react';
import {createCluster, type Input} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {emptySession, type Session} from '../debugger/session.js';
import {findLesson} from '../lessons/course.js';
import {LessonRun} from '../lessons/player.js';
import {keepProgress} from '../lessons/progress.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import {Debugger, useSize} from './app.js';
import {Home, type Choice} from './home.js';
import {openState, type State} from './state.js';

/** What the screen opens on. */
export type Start = {readonly ascii?: boolean; readonly language?: string} & (
	| {readonly view: 'home'}
	| {readonly view: 'lesson'; readonly lesson: string}
	| {readonly view: 'play'; readonly scenario?: Scenario}
	| {
			/** A recording that was prepared: manifests applied, or replayed from a file. */
			readonly view: 'recording';
			readonly recording: Recording<Scenario, Input>;
			readonly cursor: number;
			readonly start: number;
			readonly session?: Session;
			readonly files?: Readonly<Record<string, string>>;
	  }
);

const lessonState = (name: string, language?: string): State => {
	const run = new LessonRun(findLesson(name, language));
	return openState(run.recording, {cursor: run.cursor, start: run.cursor, lesson: run});
};

const playState = (scenario = completeScenario()): State => {
	const recording = new Recording(scenario, createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	const start = recording.stops.length - 1;
	return {
		...openState(recording, {cursor: start, start}),
		message: 'the cluster is up. : takes kubectl commands, such as :kubectl run web --image=nginx',
	};
};

const stateOf = (start: Start): State | undefined => {
	switch (start.view) {
		case 'home': {
			return undefined;
		}

		case 'lesson': {
			return lessonState(start.lesson, start.language);
		}

		case 'play': {
			return playState(start.scenario);
		}

		case 'recording': {
			return openState(start.recording, {
				cursor: start.cursor,
				start: start.start,
				session: start.session ?? emptySession,
			});
		}
	}
};

const App = ({start, openFile}: {readonly start: Start; readonly openFile: (file: string) => Start}): ReactElement => {
	const [now, setNow] = useState<Start>(start);
	const [problem, setProblem] = useState('');
	const size = useSize();
	if (now.view === 'home') {
		const choose = (choice: Choice) => {
			try {
				setNow({
					...(choice.view === 'open' ? openFile(choice.file) : choice),
					ascii: start.ascii,
					language: start.language,
				});
			} catch (error) {
				setProblem(String(error));
			}
		};

		return <Home language={start.language} rows={size.rows} problem={problem} onChoose={choose} />;
	}

	const state = stateOf(now)!;
	return (
		<Debugger
			key={now.view}
			initial={state}
			files={now.view === 'recording' ? (now.files ?? {}) : {}}
			ascii={start.ascii ?? false}
			onChange={(changed) => {
				if (changed.lesson) {
					keepProgress(changed.lesson.lesson.name, {done: changed.lesson.finished, index: changed.lesson.index});
				}
			}}
			onLeave={
				start.view === 'home'
					? () => {
							setNow({view: 'home', ascii: start.ascii, language: start.language});
						}
					: undefined
			}
		/>
	);
};

const enterAlternateScreen = '\u001B[?1049h\u001B[H';
const leaveAlternateScreen = '\u001B[?1049l\u001B[?25h';

/**
Draws until the user leaves; the terminal is then as it was, after a crash too.

@returns exit code.
*/
export const openScreen = async (start: Start, openFile: (file: string) => Start): Promise<number> => {
	let restored = false;
	const restore = () => {
		if (!restored) {
			restored = true;
			process.stdout.write(leaveAlternateScreen);
		}
	};

	process.stdout.write(enterAlternateScreen);
	process.once('exit', restore);
	try {
		const app = render(<App start={start} openFile={openFile} />, {
			exitOnCtrlC: false,
			incrementalRendering: true,
			patchConsole: false,
		});
		await app.waitUntilExit();
	} finally {
		restore();
	}

	return 0;
};
