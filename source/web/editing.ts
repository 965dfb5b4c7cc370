import type {Files} from '../diagnosis/files.js';
import {filesIn, textOfFiles} from './editor/file-text.js';
import type {EditorPanel, PanelHost} from './editor/editor-panel.js';

/** The reader's manifests, and the editor for them beside the screen. It is loaded when it is first opened. */
export class Editing {
	#text = '';
	#panel: EditorPanel | undefined;
	#isOpen = false;

	constructor(readonly host: Omit<PanelHost, 'changed' | 'close'> & {readonly moved: () => void}) {}

	get text(): string {
		return this.#text;
	}

	get isOpen(): boolean {
		return this.#isOpen;
	}

	/** The text of a file, as kubectl finds it. */
	readonly read = (file: string): string | undefined => {
		const files = filesIn(this.#text);
		return Object.hasOwn(files, file) ? files[file] : undefined;
	};

	/** Replaces the manifests. */
	take(files: Files): void {
		this.#text = textOfFiles(files);
		if (this.#panel) {
			this.#panel.text = this.#text;
		}
	}

	/** Shows the editor before the screen, if it is open. @param screen where both are */
	show(screen: HTMLElement): void {
		if (this.#isOpen && this.#panel) {
			screen.prepend(this.#panel.element);
		}
	}

	/** Opens the editor beside the screen, or closes it. */
	async toggle(screen: HTMLElement): Promise<void> {
		if (this.#isOpen) {
			this.#close();
			return;
		}

		const {EditorPanel: Panel} = await import('./editor/editor-panel.js');
		this.#panel ??= new Panel(this.#text, {
			...this.host,
			changed: (text) => {
				this.#text = text;
			},
			close: () => {
				this.#close();
			},
		});
		this.#isOpen = true;
		this.show(screen);
		this.host.moved();
		this.#panel.focus();
	}

	/** Ends the editor and its work; its text stays. */
	end(): void {
		this.#isOpen = false;
		this.#panel?.close();
		this.#panel = undefined;
	}

	#close(): void {
		this.#isOpen = false;
		this.#panel?.element.remove();
		this.host.moved();
	}
}
