import type {ClosedFile} from '../../screen/actions/editor.js';
import type {PageWords} from '../words.js';
import {ManifestEditor} from './manifest-editor.js';

/** The editor of `kubectl edit` in a page: a file over the page, until the reader saves or cancels it. */
export class EditDialog {
	readonly element = document.createElement('dialog');
	/** The number of opened files. */
	#count = 0;

	constructor(readonly words: PageWords) {
		this.element.className = 'menu edit';
	}

	/** Opens a file. @param closed called once when it is closed */
	open(text: string, line: string, closed: (how: ClosedFile) => void): void {
		const {words} = this;
		const file = `/tmp/kubectl-edit-${++this.#count}.yaml`;
		let left = text;
		let isSaved = false;
		const save = (): void => {
			isSaved = true;
			this.element.close();
		};

		const editor = new ManifestEditor(
			text,
			{label: `kubectl ${line}`, fix: words.fix},
			{
				changed: (now) => {
					left = now;
				},
				run: save,
			},
		);
		const name = document.createElement('code');
		name.textContent = `kubectl ${line}`;
		const head = document.createElement('div');
		head.className = 'actions';
		head.append(
			name,
			this.#button(words.saveAndClose, 'main', save),
			this.#button(words.cancel, 'plain', () => {
				this.element.close();
			}),
		);
		this.element.replaceChildren(head, editor.element);
		this.element.addEventListener(
			'close',
			() => {
				closed({file, text: isSaved ? left : text});
			},
			{once: true},
		);
		this.element.showModal();
		editor.element.focus();
	}

	#button(label: string, kind: string, press: () => void): HTMLButtonElement {
		const button = document.createElement('button');
		button.type = 'button';
		button.className = kind;
		button.textContent = label;
		button.addEventListener('click', press);
		return button;
	}
}
