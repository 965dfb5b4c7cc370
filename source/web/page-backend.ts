import {kubectlCompletions} from '../commands/kubectl-completions.js';
import {loadMessages, screenMessage} from '../commands/mistakes/screen-messages.js';
import {keyTable} from '../screen/input/key-table.js';
import type {Place} from '../debugger/recording.js';
import {openingState, type Start} from '../screen/start.js';
import type {Services} from '../screen/state/parts.js';
import type {State} from '../screen/state/state.js';
import {languageNameOf} from '../stages/language-names.js';
import {inSlices} from './in-slices.js';

/** The part of the page that runs manifests and explains them. It is loaded in the background, because lessons do not need it. */
let loading: Promise<typeof import('./run-files.js')> | undefined;
let loaded: typeof import('./run-files.js') | undefined;

/** Loads what runs manifests. */
export const loadRunner = async (): Promise<typeof import('./run-files.js')> => {
	loading ??= import('./run-files.js').catch((error: unknown) => {
		// Another attempt may reach the server.
		loading = undefined;
		throw error;
	});
	loaded = await loading;
	return loaded;
};

/** The services of a page for its screen. @param read the text of a file that the page has */
const servicesWith = (read: NonNullable<Services['read']>): Services => ({
	read,
	editor: {discard() {}},
	moves: !matchMedia('(prefers-reduced-motion: reduce)').matches,
	// An exam is opened by the runner: it is loaded then.
	keepExam: (session, isOver) => loaded?.keepExam(session, isOver),
	now: () => Date.now(),
	translate: screenMessage,
	*advise(typed, question) {
		return loaded ? yield* loaded.adviseTyped(typed, question) : undefined;
	},
	complete: (words, recording, step, files) => kubectlCompletions(words, recording, step, files),
});

/** The state to open: available, or made in parts. */
export type Opening = Start | Generator<Place, Start>;

function* openingOf(opening: Opening, language: string, read: NonNullable<Services['read']>): Generator<Place, State> {
	const start = 'view' in opening ? opening : yield* opening;
	const told = languageNameOf(language);
	return yield* openingState(start, {keymap: keyTable, services: servicesWith(read), language: told}, language);
}

/**
The first state of a page's screen, computed while the page stays responsive.

@param read reads the text of a file for kubectl

@param isWanted whether no other screen was opened since; otherwise the answer is `undefined`
*/
export const pageState = async (
	opening: Opening,
	language: string,
	read: NonNullable<Services['read']>,
	isWanted: () => boolean,
): Promise<State | undefined> => {
	void loadMessages(languageNameOf(language)).catch(() => undefined);
	return inSlices(openingOf(opening, language, read), isWanted);
};
