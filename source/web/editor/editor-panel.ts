import type {LanguageName} from '../../stages/language-names.js';
import type {TypedMistake} from '../home-page.js';
import type {PageWords} from '../words.js';
import {Errand} from '../workers/errand.js';
import {filesIn} from './file-text.js';
import {ManifestEditor, type TextProblem} from './manifest-editor.js';
import {problemOfMistake, problemsOf} from './problems.js';

/** Services of the page for its editor. */
export interface PanelHost {
	readonly words: PageWords;
	readonly language: LanguageName;
	/** The mistakes that keep kubectl from reading the files. */
	readonly mistakes: (files: Readonly<Record<string, string>>) => Promise<readonly TypedMistake[]>;
	readonly changed: (text: string) => void;
	/** Applies the files to the running cluster, with kubectl apply. */
	readonly apply: (files: Readonly<Record<string, string>>) => void;
	/** Applies the files to a new cluster. */
	readonly anew: (files: Readonly<Record<string, string>>) => void;
	readonly close: () => void;
}

/** The pauses in typing before YAML is read and before it is tried in a cluster, in milliseconds. */
const readMs = 300;
const checkMs = 700;

/** The editor beside the screen: its problems are at their lines, its manifests run on in the cluster of the screen. */
export class EditorPanel {
	readonly element = document.createElement('section');
	readonly #editor: ManifestEditor;
	readonly #status = document.createElement('p');
	readonly #next: HTMLButtonElement;
	readonly #errand = new Errand();
	#problems: readonly TextProblem[] = [];
	#shown = -1;
	#timers: readonly number[] = [];

	constructor(
		text: string,
		readonly host: PanelHost,
	) {
		const {words} = host;
		this.element.className = 'editor';
		this.element.ariaLabel = words.editor;
		this.#editor = new ManifestEditor(
			text,
			{label: words.editor, fix: words.fix},
			{
				changed: (now) => {
					host.changed(now);
					this.#look();
				},
				run: () => {
					host.apply(filesIn(this.text));
				},
			},
		);
		const apply = this.#button(words.apply, 'main', () => {
			host.apply(filesIn(this.text));
		});
		apply.id = 'apply';
		const anew = this.#button(words.anew, 'plain', () => {
			host.anew(filesIn(this.text));
		});
		anew.id = 'anew';
		const close = this.#button('×', 'plain close', host.close);
		close.ariaLabel = words.close;
		const head = document.createElement('div');
		head.className = 'actions';
		head.append(apply, anew, close);
		this.#status.role = 'status';
		this.#next = this.#button(words.nextProblem, 'plain', () => {
			this.#goToNext();
		});
		this.#next.hidden = true;
		const foot = document.createElement('div');
		foot.className = 'actions';
		foot.append(this.#status, this.#next);
		this.element.append(head, this.#editor.element, foot);
		this.#look();
	}

	get text(): string {
		return this.#editor.text;
	}

	set text(text: string) {
		if (text !== this.text) {
			this.#editor.text = text;
		}
	}

	focus(): void {
		this.#editor.focus();
	}

	close(): void {
		this.#stop();
		this.#errand.close();
		this.#editor.close();
	}

	#button(text: string, className: string, act: () => void): HTMLButtonElement {
		const button = document.createElement('button');
		button.type = 'button';
		button.className = className;
		button.textContent = text;
		button.addEventListener('click', act);
		return button;
	}

	#stop(): void {
		for (const timer of this.#timers) {
			clearTimeout(timer);
		}

		this.#errand.cancel();
	}

	/** Reads the text after a pause in typing, and tries valid text in a cluster in the background. */
	#look(): void {
		this.#stop();
		const text = this.text;
		if (text.trim() === '') {
			this.#show([], '');
			return;
		}

		const isSame = (): boolean => text === this.text;
		const read = async (): Promise<void> => {
			const mistakes = await this.host.mistakes(filesIn(text)).catch(() => []);
			if (isSame() && mistakes.length > 0) {
				this.#show(mistakes.map((mistake) => problemOfMistake(mistake, text)));
			}
		};
		const check = async (): Promise<void> => {
			const {words, language, mistakes} = this.host;
			if ((await mistakes(filesIn(text)).catch(() => [])).length > 0 || !isSame()) {
				return;
			}

			this.#status.textContent = words.checking(0);
			// It is played beside the screen: one thread is enough.
			const report = (await this.#errand.run({check: filesIn(text), language, threads: 1}))?.report;
			if (report && isSame()) {
				this.#show(problemsOf(report, text));
			}
		};
		this.#timers = [
			window.setTimeout(() => void read(), readMs),
			window.setTimeout(() => {
				void check().catch((error: unknown) => {
					this.#status.textContent = String(error);
				});
			}, checkMs),
		];
	}

	#show(problems: readonly TextProblem[], status = this.#counted(problems)): void {
		this.#problems = problems.toSorted((one, other) => one.line - other.line);
		this.#shown = -1;
		this.#editor.show(problems);
		this.#status.textContent = status;
		this.#next.hidden = problems.length === 0;
	}

	#counted(problems: readonly TextProblem[]): string {
		const count = (severity: TextProblem['severity']): number =>
			problems.filter((problem) => problem.severity === severity).length;
		return this.host.words.problems(count('error'), count('warning'));
	}

	/** Moves to the next problem, and announces it. */
	#goToNext(): void {
		this.#shown = (this.#shown + 1) % this.#problems.length;
		const problem = this.#problems[this.#shown];
		if (problem) {
			this.#editor.goTo(problem.line);
			this.#status.textContent = problem.message;
		}
	}
}
