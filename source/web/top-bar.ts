import {addressOfVersion} from './versions.js';
import type {PageWords} from './words.js';

/** A link that another version of the program made. */
export interface MadeElsewhere {
	/** The version that made the link: `0.0.9`. */
	readonly made: string;
	/** The part of its address after `#`, with the `#`. */
	readonly hash: string;
}

/** The buttons above the screen, by their ids; those without an action are left out. */
export interface TopActions {
	readonly home?: (() => void) | undefined;
	readonly commands: () => void;
	readonly keys: () => void;
	readonly copy: () => void;
	/** Applies the edits that help. */
	readonly mend?: (() => void) | undefined;
	readonly edit?: (() => void) | undefined;
}

const button = (text: string, id: string, act: () => void): HTMLButtonElement => {
	const made = document.createElement('button');
	made.type = 'button';
	made.id = id;
	made.className = id === 'mend' ? 'main' : 'plain';
	made.textContent = text;
	made.addEventListener('click', act);
	return made;
};

/** The row above the screen: its buttons, and notices behind them. */
export class TopBar {
	readonly element = document.createElement('header');

	constructor(readonly words: PageWords) {
		this.element.className = 'top';
	}

	/** Shows the buttons. */
	show(actions: TopActions): void {
		const {words} = this;
		const labels: ReadonlyArray<readonly [id: keyof TopActions, text: string]> = [
			['home', words.home],
			['commands', words.commands],
			['keys', words.keys],
			['copy', words.copy],
			['mend', words.mend],
			['edit', words.editor],
		];
		this.element.append(
			...labels.flatMap(([id, text]) => {
				const act = actions[id];
				return act ? button(text, id, act) : [];
			}),
		);
	}

	/** Replaces the message of an action by its result. */
	say(text: string): void {
		const said = document.createElement('span');
		said.role = 'status';
		said.textContent = text;
		this.element.querySelector('[role=status]')?.remove();
		this.element.append(said);
	}

	/** Reports that another version made the link, and offers that version if the site has it. */
	async note({made, hash}: MadeElsewhere, version: string): Promise<void> {
		const notice = document.createElement('span');
		notice.className = 'made';
		notice.role = 'note';
		notice.textContent = this.words.made(made, version);
		this.element.append(notice);
		const address = await addressOfVersion(made, location.href);
		if (address !== undefined) {
			const offer = document.createElement('a');
			offer.href = `${address}${hash}`;
			offer.textContent = this.words.openWith(made);
			notice.append(' ', offer);
		}
	}
}
