import process from 'node:process';
import {FrameWriter} from './paint/frame-writer.js';
import {homeFrame} from './home/first-painting.js';
import {openHome} from '../screen/home/home-state.js';
import {readOffer} from '../screen/home/offer.js';
import type {Load, Look} from './app.js';
import {takeTerminal} from './paint/alternate-screen.js';
import type {Backend} from '../screen/backend.js';
import type {Start} from '../screen/start.js';
import type {State} from '../screen/state/state.js';
import {editFile} from './edit-file.js';
import {loadKeymap} from './input/keymap-file.js';

/** Whether kubectl shows objects as JSON in an editor. */
const isJson = (line: string): boolean => /\s(?:-o|--output)[ =]?json\b/.test(line);

/**
Draws until the user quits; then the terminal is restored, also after a crash or a signal. The home screen is painted before Ink is loaded,
which takes longer than all earlier work: until then, input waits in the terminal.

@param start the screen to open; by default, the home screen.
@returns exit code.
@throws {Mistakes} before drawing, when the file of the user's keys is wrong.
*/
export const showScreen = async (start: Start | undefined, look: Look, load: Load): Promise<number> => {
	const keymap = await loadKeymap();
	let initial: State | undefined;
	let farewell: Backend['farewell'];
	const loading = async (): Promise<Backend> => {
		const backend = await load();
		({farewell} = backend);
		return backend;
	};

	if (start) {
		const {stateOf} = await loading();
		const state = stateOf(start, keymap, look.language);
		initial = {...state, setup: {...state.setup, stopsAtOnce: look.stops}};
	}

	const writer = new FrameWriter(process.stdout);
	const {restore, suspend, lend} = takeTerminal(look.mouse ?? true, () => {
		writer.redraw();
	});
	try {
		if (!initial) {
			const home = openHome(readOffer(look.language));
			writer.paint(homeFrame(home, writer, look.ascii));
		}

		const {showApp} = await import('./app.js');
		const shown = showApp(writer, {
			initial,
			look,
			load: loading,
			keymap,
			onSuspend: suspend,
			edit: (file) => lend(() => editFile(file.text, isJson(file.line))),
		});
		// While the first frame is read, what will be opened is loaded.
		setTimeout(() => void loading(), 50);
		await shown;
	} finally {
		writer.close();
		restore();
	}

	for (const line of farewell?.() ?? []) {
		process.stdout.write(`${line}\n`);
	}

	return process.exitCode === undefined ? 0 : Number(process.exitCode);
};
