import process from 'node:process';
import {render, useInput} from 'ink';
import {useState, type ReactElement} from 'react';
import {keepProgress} from '../lessons/progress.js';
import {Debugger} from './debugger.js';
import {FrameWriter} from './frame-writer.js';
import {readOffer, type Choice} from './home-state.js';
import {Home} from './home.js';
import {loadKeymap, type Keymap} from './keymap.js';
import type {Opening} from './open-state.js';
import {takeTerminal} from './restore.js';
import type {Start} from './start-state.js';
import type {Services, State} from './state.js';

/** How things are opened. It brings the simulated cluster with it, which takes longer to load than the home screen. */
export interface Opener {
	readonly services: Services;
	/** What was chosen on the home screen, made ready. */
	readonly startOf: (choice: Choice, language?: string) => Start;
	readonly stateOf: (start: Start, opening: Opening) => State;
}

export type Load = () => Promise<Opener>;

export interface Look {
	/** Plain characters only. */
	readonly ascii?: boolean;
	/** Language of the lessons. */
	readonly language?: string;
}

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
	initial,
	look: {ascii = false, language},
	load,
	keymap,
	onSuspend,
}: {
	/** What the command line opened; without it, the home screen. */
	readonly initial?: State;
	readonly look: Look;
	readonly load: Load;
	readonly keymap: Keymap;
	readonly onSuspend?: () => void;
}): ReactElement => {
	const [now, setNow] = useState<Shown>({state: initial, language, problem: '', visit: 0});
	// Somebody always listens: between two screens the terminal must not fall back to lines.
	useInput(() => {});
	if (now.state) {
		const home = () => {
			setNow({...now, state: undefined, problem: '', visit: now.visit + 1});
		};

		return (
			<Debugger
				initial={now.state}
				ascii={ascii}
				onChange={keep}
				onSuspend={onSuspend}
				onLeave={initial ? undefined : home}
			/>
		);
	}

	const choose = async (choice: Choice, chosen: string, at: number): Promise<void> => {
		try {
			const {services, startOf, stateOf} = await load();
			const state = stateOf(startOf(choice, chosen), {keymap, services});
			setNow({...now, state, language: chosen, problem: '', at});
		} catch (error) {
			setNow({language: chosen, problem: String(error), visit: now.visit + 1, at});
		}
	};

	return (
		<Home
			key={now.visit}
			ascii={ascii}
			language={now.language}
			read={readOffer}
			problem={now.problem}
			begin={now.at}
			onSuspend={onSuspend}
			onChoose={(...chosen) => {
				void choose(...chosen);
			}}
		/>
	);
};

/**
Draws until the user leaves; the terminal is then as it was, after a crash or a signal too.

@param start what to open; without it, the home screen.
@returns exit code.
@throws {Mistakes} when the file of the user's keys is wrong; nothing has been drawn then.
*/
export const openScreen = async (start: Start | undefined, look: Look, load: Load): Promise<number> => {
	const keymap = loadKeymap();
	let initial: State | undefined;
	if (start) {
		const {services, stateOf} = await load();
		initial = stateOf(start, {keymap, services});
	}

	const writer = new FrameWriter(process.stdout);
	const {restore, suspend} = takeTerminal(() => {
		writer.redraw();
	});
	try {
		const app = render(<App initial={initial} look={look} load={load} keymap={keymap} onSuspend={suspend} />, {
			stdout: writer as unknown as NodeJS.WriteStream,
			exitOnCtrlC: false,
			patchConsole: false,
			// Whole frames, at once, and nothing else: the writer finds what changed.
			debug: true,
		});
		// While the first frame is read, what will be opened is loaded.
		setTimeout(() => void load(), 50);
		await app.waitUntilExit();
	} finally {
		writer.close();
		restore();
	}

	return process.exitCode === undefined ? 0 : Number(process.exitCode);
};
