import {ScreenLoop, type ScreenEvent, type Timers} from '../screen/loop.js';
import type {ClosedFile} from '../screen/actions/editor.js';
import type {EditDialog} from './editor/edit-dialog.js';
import type {Line, Size} from '../screen/paint/text.js';
import {footer} from '../screen/panes/footer.js';
import {isLeisurely, regionsOf} from '../screen/panes/screen.js';
import {wordsOf as stopWords} from '../screen/panes/stop-words.js';
import {stopOf, type EditorState, type State} from '../screen/state/state.js';
import type {BoardDrawing} from './drawing/board-drawing.js';
import type {NetworkDrawing} from './drawing/network-drawing.js';
import {keyName, keysOfText} from './keys.js';
import type {Menu, MenuChoice} from './menu.js';
import {ScreenView, type Drawing} from './screen-view.js';
import type {PageWords} from './words.js';

const timers: Timers = {
	every(ms, call) {
		const timer = setInterval(call, ms);
		return () => {
			clearInterval(timer);
		};
	},
	soon(call) {
		const timer = setTimeout(call, 0);
		return () => {
			clearTimeout(timer);
		};
	},
	nowMs: () => performance.now(),
};

/** Whether every key is a letter of a typed text. */
const isTyping = ({mode}: State): boolean => mode === 'command' || mode === 'find' || mode === 'palette';

/** The bar has the keys of a terminal of this width, on a phone too: its buttons take more rows. */
const fewestBarColumns = 72;

/** The keys of a narrow screen, and behind them those that only a wider one has room for: a lesson asks for them by name. */
const withMoreKeys = (keys: Line, state: State): Line => {
	const known = new Set(keys.map(({target}) => target?.key));
	const more = footer(state, fewestBarColumns).filter(
		({target}) => target?.key !== undefined && !known.has(target.key),
	);
	return [...keys, ...more];
};

/** A button of the bar: a key, and, after the last key of its group, the words for it. */
const keyButton = (key: string, label: string): HTMLButtonElement => {
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'key';
	button.dataset['key'] = key;
	button.textContent = label;
	return button;
};

/** The debugger in a page: the regions of the screen, the keys of the moment as buttons, a line for commands, and a sentence for each stop. */
export class DebuggerPage {
	readonly element = document.createElement('div');
	readonly #view = new ScreenView();
	/** Until it is loaded, the board is characters, as in a terminal. */
	#board: BoardDrawing | undefined;
	#network: {readonly drawing: NetworkDrawing; readonly isDrawn: (state: State) => boolean} | undefined;
	readonly #bar = document.createElement('div');
	readonly #form = document.createElement('form');
	readonly #input = document.createElement('input');
	readonly #suggestions = document.createElement('datalist');
	readonly #says = document.createElement('p');
	#menu: Menu | undefined;
	#dialog: EditDialog | undefined;
	#isClosed = false;
	readonly #loop: ScreenLoop;
	readonly #observer: ResizeObserver;
	readonly #lowered = (): void => {
		this.#redraw();
	};
	#frame = 0;
	/** The place in the history of commands, and the text that was there before. */
	#at: {readonly index: number; readonly typed: string} | undefined;
	#said = '';

	constructor(
		initial: State,
		readonly words: PageWords,
		readonly room: () => {readonly width: number; readonly height: number; readonly fewestRows: number},
		onLeave: () => void,
		readonly onChange: (state: State) => void,
	) {
		this.element.className = 'debugger';
		this.#bar.className = 'bar';
		this.#bar.role = 'toolbar';
		this.#bar.ariaLabel = words.keys;
		this.#says.className = 'aside';
		this.#says.ariaLive = 'polite';
		this.#input.type = 'text';
		this.#input.placeholder = words.commandLine;
		this.#input.ariaLabel = words.commandLine;
		this.#input.autocapitalize = 'off';
		this.#input.autocomplete = 'off';
		this.#input.spellcheck = false;
		this.#suggestions.id = 'command-words';
		this.#input.setAttribute('list', 'command-words');
		this.#form.className = 'command';
		this.#form.append(this.#input, this.#suggestions);
		this.element.append(this.#view.element, this.#bar, this.#form, this.#says);
		this.#loop = new ScreenLoop(initial, timers);
		this.#loop.listen({
			draw: () => {
				this.#redraw();
			},
			leave: onLeave,
			edit: (file, closed) => {
				void this.#edit(file, closed);
			},
		});
		this.#observer = new ResizeObserver(() => {
			this.#redraw();
		});
	}

	/** The state on the screen. */
	get state(): State {
		return this.#loop.state;
	}

	/** Begins: the element is in the document. @param takesFocus whether keys are for the screen at once */
	start(takesFocus: boolean): void {
		this.#listen();
		this.#loop.start();
		// Without a network, before everything is kept, the board stays as it is in a terminal.
		void this.#loadDrawings().catch(() => undefined);
		this.#observer.observe(this.element.parentElement ?? this.element);
		// A lower window leaves the elements as high as they are.
		addEventListener('resize', this.#lowered);
		this.#draw();
		if (takesFocus) {
			this.#view.element.focus({preventScroll: true});
		}
	}

	close(): void {
		this.#isClosed = true;
		removeEventListener('resize', this.#lowered);
		this.#loop.close();
		this.#observer.disconnect();
		cancelAnimationFrame(this.#frame);
	}

	/** Shows everything that can be done. */
	async openMenu(): Promise<void> {
		if (!this.#menu) {
			const {Menu} = await import('./menu.js');
			this.#menu ??= new Menu(this.words, (choice) => {
				this.#choose(choice);
			});
			this.element.append(this.#menu.element);
		}

		this.#menu.open(this.#loop.state);
	}

	/** Opens a file of kubectl in an editor over the page. */
	async #edit({text, line}: EditorState, closed: (how: ClosedFile) => void): Promise<void> {
		try {
			if (!this.#dialog) {
				const {EditDialog: Dialog} = await import('./editor/edit-dialog.js');
				this.#dialog = new Dialog(this.words);
				this.element.append(this.#dialog.element);
			}
		} catch {
			// Without a network the editor cannot be loaded.
			closed({failure: 'unable to launch the editor of this page'});
			return;
		}

		this.#dialog.open(text, line, (how) => {
			closed(how);
			this.#view.element.focus({preventScroll: true});
		});
	}

	#choose({item: {chosen}, typed, index}: MenuChoice): void {
		if ('begun' in chosen) {
			this.#input.value = chosen.begun;
			this.#input.focus();
			return;
		}

		const isFree = this.#loop.state.mode === 'debug';
		this.press(...(isFree ? [] : ['escape']), 'ctrl+p', ...keysOfText(typed), {target: {item: index}});
		this.#view.element.focus({preventScroll: true});
	}

	/** Drawings are loaded beside the rest: the first stop does not wait for them. */
	async #loadDrawings(): Promise<void> {
		const [{BoardDrawing}, {NetworkDrawing, isDrawn}] = await Promise.all([
			import('./drawing/board-drawing.js'),
			import('./drawing/network-drawing.js'),
		]);
		this.#network = {
			isDrawn,
			drawing: new NetworkDrawing((step) => {
				this.press({target: {step}});
			}),
		};
		this.#board = new BoardDrawing((box) => {
			this.press({target: {box}});
		});
		if (!this.#isClosed) {
			this.#redraw();
		}
	}

	/** The room for the screen has changed. */
	resized(): void {
		this.#redraw();
	}

	/** Acts as keys do. */
	press(...events: readonly ScreenEvent[]): void {
		this.#loop.handle(events);
	}

	#listen(): void {
		const grid = this.#view.element;
		grid.addEventListener('keydown', (event) => {
			const key = keyName(event, isTyping(this.#loop.state));
			if (key !== undefined && event.target === grid) {
				event.preventDefault();
				this.press(key);
			}
		});
		grid.addEventListener('paste', (event) => {
			const text = event.clipboardData?.getData('text') ?? '';
			if (text !== '') {
				this.press({text, keys: keysOfText(text)});
			}
		});
		this.#listenToPointer(grid);
		this.#bar.addEventListener('click', ({target}) => {
			const key = target instanceof HTMLElement ? target.closest('button')?.dataset['key'] : undefined;
			if (key !== undefined) {
				this.press(key);
				grid.focus({preventScroll: true});
			}
		});
		this.#form.addEventListener('submit', (event) => {
			event.preventDefault();
			// Lessons begin a command with a colon, as a terminal does; the line needs none.
			const text = this.#input.value.replace(/^[\s:]+/, '').trim();
			if (text !== '') {
				this.#input.value = '';
				this.#at = undefined;
				const isFree = this.#loop.state.mode === 'debug';
				this.press(...(isFree ? [] : ['escape']), ':', ...keysOfText(text), 'return');
			}
		});
		this.#input.addEventListener('keydown', (event) => {
			this.#recall(event);
		});
		this.#input.addEventListener('input', () => {
			this.#at = undefined;
			this.#suggest();
		});
	}

	/** A click acts like that of a terminal; on the timeline the pointer can be dragged. A selection of text is not a click. */
	#listenToPointer(grid: HTMLElement): void {
		const on = (does: 'press' | 'drag' | 'release', event: MouseEvent): void => {
			this.press({does, button: 'left', ...this.#view.placeAt(event.clientX, event.clientY)});
		};
		const isTimeline = ({target}: Event): boolean =>
			target instanceof Element && target.closest('.r-timeline') !== null;
		let dragging = false;
		grid.addEventListener('pointerdown', (event) => {
			if (event.button === 0 && isTimeline(event)) {
				dragging = true;
				grid.setPointerCapture(event.pointerId);
				on('press', event);
			}
		});
		grid.addEventListener('pointermove', (event) => {
			if (dragging) {
				on('drag', event);
			}
		});
		grid.addEventListener('pointerup', (event) => {
			if (dragging) {
				dragging = false;
				on('release', event);
			}
		});
		grid.addEventListener('click', (event) => {
			if (!isTimeline(event) && (getSelection()?.isCollapsed ?? true)) {
				on('press', event);
				on('release', event);
			}
		});
		grid.addEventListener(
			'wheel',
			(event) => {
				if (document.activeElement === grid && !event.ctrlKey) {
					event.preventDefault();
					const place = this.#view.placeAt(event.clientX, event.clientY);
					this.press({does: event.deltaY < 0 ? 'wheel-up' : 'wheel-down', button: 'none', ...place});
				}
			},
			{passive: false},
		);
	}

	/** The arrows recall commands, as in a shell; the typed text returns below the last. */
	#recall(event: KeyboardEvent): void {
		const {history} = this.#loop.state.commandLine;
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
		this.#suggestions.replaceChildren();
	}

	/** Offers words for the command in the line for commands. */
	#suggest(): void {
		const {setup, recording, cursor, manifests} = this.#loop.state;
		const text = this.#input.value;
		const [first = '', ...words] = text.trimStart().split(/ +/);
		const last = words.at(-1) ?? '';
		const found =
			first === 'kubectl' && words.length > 0
				? (setup.services.complete?.(words, recording, cursor, Object.keys(manifests.files)) ?? [])
				: ['kubectl get pods', 'kubectl describe pod', 'kubectl get events', 'goto', 'play', 'break'];
		const before = first === 'kubectl' && words.length > 0 ? text.slice(0, text.length - last.length) : '';
		this.#suggestions.replaceChildren(
			...found.slice(0, 30).map((word) => {
				const option = document.createElement('option');
				option.value = before + word;
				return option;
			}),
		);
	}

	/** Draws at the next frame, with all changes until then. */
	#redraw(): void {
		cancelAnimationFrame(this.#frame);
		this.#frame = requestAnimationFrame(() => {
			this.#draw();
		});
	}

	/** How many columns and rows there are room for above the keys and the line for commands. */
	#sizeNow(): Size {
		const {width, height, fewestRows} = this.room();
		return this.#view.size(width, height - this.#bar.offsetHeight - this.#form.offsetHeight - 16, fewestRows);
	}

	#draw(): void {
		const size = this.#sizeNow();
		this.#loop.resize(size);
		const state = this.#loop.state;
		const regions = regionsOf(state);
		const isList = isLeisurely(state);
		// The keys of the moment are buttons below the screen; their row would say the same.
		this.#view.draw(
			regions.filter(({name}) => name !== 'footer'),
			size,
			this.#drawings(state),
		);
		// A long message takes the row of the keys in a terminal; the bar has room for them.
		const hasKeys = isList || state.message === '' || regions.some(({name}) => name === 'footer');
		const bar = isList ? [] : hasKeys ? regions : regionsOf({...state, message: ''});
		const keys = bar.filter(({name}) => name === 'footer').flatMap(({rows}) => rows.flat());
		this.#drawBar(keys.length > 0 && size.columns < fewestBarColumns ? withMoreKeys(keys, state) : keys);
		this.#say(state);
		this.onChange(state);
		// Other keys may take another row.
		const {columns, rows} = this.#sizeNow();
		if (columns !== size.columns || rows !== size.rows) {
			this.#redraw();
		}
	}

	/** The regions that are drawings in a page, and characters in a terminal. */
	#drawings(state: State): ReadonlyMap<string, Drawing> {
		const found = new Map<string, Drawing>();
		const take = (name: string, drawn: BoardDrawing | NetworkDrawing): void => {
			found.set(name, {
				element: drawn.element,
				draw: (canvas) => {
					drawn.draw(state, canvas);
				},
			});
		};
		if (this.#board) {
			take('board', this.#board);
		}

		if (this.#network?.isDrawn(state)) {
			take('network', this.#network.drawing);
		}

		return found;
	}

	/** The keys of the moment, each group with its words behind it. */
	#drawBar(keys: Line): void {
		const groups: HTMLElement[] = [];
		let isOpen = false;
		for (const {text, tone, target} of keys) {
			if (text.trim() === '') {
				continue;
			}

			if (!isOpen) {
				const group = document.createElement('span');
				group.className = 'group';
				groups.push(group);
			}

			isOpen = tone === 'key' && target?.key !== undefined;
			const label = document.createElement('span');
			label.textContent = text.trim();
			groups.at(-1)?.append(tone === 'key' && target?.key !== undefined ? keyButton(target.key, text.trim()) : label);
		}

		this.#bar.replaceChildren(
			...(groups.length === 0 ? [keyButton('escape', 'esc'), keyButton('return', 'enter')] : groups),
		);
	}

	/** One sentence for each stop, for screen readers. */
	#say(state: State): void {
		const stop = stopOf(state);
		const sentence = state.message !== '' ? state.message : stop ? stopWords(stop, state.setup.language) : '';
		if (sentence !== this.#said) {
			this.#said = sentence;
			this.#says.textContent = sentence;
		}
	}
}
