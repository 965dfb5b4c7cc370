import {render, useInput} from 'ink';
import {useRef, useState, type ReactElement} from 'react';
import {Debugger} from './debugger.js';
import type {FrameWriter} from './paint/frame-writer.js';
import type {Choice} from '../screen/home/items.js';
import {readOffer} from '../screen/home/offer.js';
import {Home} from './home/home.js';
import {EarlyKeys} from './input/early-keys.js';
import {eventsOf} from './input/terminal-keys.js';
import type {Backend} from '../screen/backend.js';
import type {ClosedFile} from '../screen/actions/editor.js';
import type {EditorState, State} from '../screen/state/state.js';
import type {Keymap} from '../screen/input/key-table.js';

export type Load = () => Promise<Backend>;

export interface Look {
	/** Plain characters only. */
	readonly ascii?: boolean;
	/** The user's language: lessons use it, and stages where they have sentences in it. */
	readonly language?: string;
	/** Whether the mouse is used; it is by default. */
	readonly mouse?: boolean;
	/** The most stops that one search may record. */
	readonly stops?: number | undefined;
}

/** The current screen: the debugger in a state, or the home screen. */
interface Shown {
	readonly state?: State;
	readonly language?: string;
	readonly problem: string;
	/** The number of this visit: each visit of the home screen starts with a fresh one. */
	readonly visit: number;
	/** The item chosen there before. */
	readonly at?: string;
}

interface Properties {
	/** The state that the command line opened; without it, the home screen. */
	readonly initial?: State;
	readonly look: Look;
	readonly load: Load;
	readonly keymap: Keymap;
	readonly onSuspend?: () => void;
	/** Opens a file of kubectl in the user's editor, and waits until it is closed. */
	readonly edit?: (file: EditorState) => ClosedFile;
}

/** The home screen and the parts opened from it, or the part that the command line opened. */
export const App = ({
	initial,
	look: {ascii = false, language},
	load,
	keymap,
	onSuspend,
	edit,
}: Properties): ReactElement => {
	const [now, setNow] = useState<Shown>({state: initial, language, problem: '', visit: 0});
	const early = useRef<EarlyKeys>(undefined);
	// A listener is always attached: between two screens the terminal must not fall back to line mode.
	useInput((input, key) => {
		early.current?.add(eventsOf(input, key));
	});
	if (now.state) {
		const home = () => {
			setNow({...now, state: undefined, problem: '', visit: now.visit + 1});
		};

		return (
			<Debugger
				initial={now.state}
				ascii={ascii}
				onSuspend={onSuspend}
				edit={edit}
				onLeave={initial ? undefined : home}
				early={() => {
					const keys = early.current?.keys ?? [];
					early.current = undefined;
					return keys;
				}}
			/>
		);
	}

	const choose = async (choice: Choice, chosen: string, at: string): Promise<void> => {
		early.current = new EarlyKeys();
		try {
			const {startOf, stateOf} = await load();
			const state = stateOf(startOf(choice, chosen), keymap, chosen);
			setNow({...now, state, language: chosen, problem: '', at});
		} catch (error) {
			early.current = undefined;
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

/** Draws until the user quits. */
export const showApp = async (writer: FrameWriter, properties: Properties): Promise<void> => {
	const app = render(<App {...properties} />, {
		stdout: writer as unknown as NodeJS.WriteStream,
		exitOnCtrlC: false,
		patchConsole: false,
		// Whole frames, at once, and nothing else: the writer finds what changed.
		debug: true,
	});
	await app.waitUntilExit();
};
