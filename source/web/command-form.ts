import type {State} from '../screen/state/state.js';

/** The offers for an empty line. */
const firstOffers = ['kubectl get pods', 'kubectl describe pod', 'kubectl get events', 'goto', 'play', 'break'];

/** The most words that are offered at once. */
const mostOffers = 30;

/** The whole lines that continue a typed one: words of kubectl, kinds and names. */
export const offersFor = (text: string, {setup, recording, cursor, manifests}: State): readonly string[] => {
	const [first = '', ...words] = text.trimStart().split(/ +/);
	if (first !== 'kubectl' || words.length === 0) {
		return firstOffers;
	}

	const before = text.slice(0, text.length - (words.at(-1) ?? '').length);
	return (setup.services.complete?.(words, recording, cursor, Object.keys(manifests.files)) ?? [])
		.slice(0, mostOffers)
		.map((word) => before + word);
};

/** The line for commands, which a phone can type into: it offers words, and recalls commands. */
export class CommandForm {
	readonly element = document.createElement('form');
	readonly #input = document.createElement('input');
	readonly #offers = document.createElement('datalist');
	/** The place in the history of commands, and the original text. */
	#at: {readonly index: number; readonly typed: string} | undefined;

	/** @param onCommand a line that the user has finished */
	constructor(
		label: string,
		readonly state: () => State,
		onCommand: (text: string) => void,
	) {
		this.#input.type = 'text';
		this.#input.placeholder = label;
		this.#input.ariaLabel = label;
		this.#input.autocapitalize = 'off';
		this.#input.autocomplete = 'off';
		this.#input.spellcheck = false;
		this.#offers.id = 'command-words';
		this.#input.setAttribute('list', 'command-words');
		this.element.className = 'command';
		this.element.append(this.#input, this.#offers);
		this.element.addEventListener('submit', (event) => {
			event.preventDefault();
			// Lessons begin a command with a colon, as a terminal does; the line needs none.
			const text = this.#input.value.replace(/^[\s:]+/, '').trim();
			if (text !== '') {
				this.#input.value = '';
				this.#at = undefined;
				onCommand(text);
			}
		});
		this.#input.addEventListener('keydown', (event) => {
			this.#recall(event);
		});
		this.#input.addEventListener('input', () => {
			this.#at = undefined;
			this.#offer(offersFor(this.#input.value, this.state()));
		});
	}

	/** Puts the beginning of a command on the line. */
	begin(text: string): void {
		this.#input.value = text;
		this.#input.focus();
	}

	/** The arrows recall commands, as in a shell; the typed text returns below the last. */
	#recall(event: KeyboardEvent): void {
		const {history} = this.state().commandLine;
		const step = new Map([
			['ArrowUp', -1],
			['ArrowDown', 1],
		]).get(event.key);
		const {index, typed} = this.#at ?? {index: history.length, typed: this.#input.value};
		// While a word is typed, the arrows choose among the offered ones.
		const isTyped = this.#at === undefined && typed !== '';
		if (step === undefined || history.length === 0 || isTyped) {
			return;
		}

		event.preventDefault();
		const next = Math.max(0, Math.min(history.length, index + step));
		this.#at = {index: next, typed};
		this.#input.value = history[next] ?? typed;
		this.#offer([]);
	}

	#offer(lines: readonly string[]): void {
		this.#offers.replaceChildren(
			...lines.map((line) => {
				const option = document.createElement('option');
				option.value = line;
				return option;
			}),
		);
	}
}
