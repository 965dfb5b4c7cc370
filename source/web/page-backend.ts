import {kubectlCompletions} from '../commands/kubectl-completions.js';
import {keyTable} from '../screen/input/key-table.js';
import {stateOf, type Start} from '../screen/start.js';
import type {Services} from '../screen/state/parts.js';
import type {State} from '../screen/state/state.js';
import {languageNameOf} from '../stages/language-names.js';

/** The part of the page that runs manifests and explains them. It is loaded beside the rest: a lesson can be seen without it. */
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
	*advise(typed, question) {
		return loaded ? yield* loaded.adviseTyped(typed, question) : undefined;
	},
	complete: (words, recording, step, files) => kubectlCompletions(words, recording, step, files),
});

/** The state in which the screen of a page opens. @param read the text of a file that kubectl is to read */
export const pageState = (start: Start, language: string, read: NonNullable<Services['read']>): State =>
	stateOf(start, {keymap: keyTable, services: servicesWith(read), language: languageNameOf(language)}, language);
