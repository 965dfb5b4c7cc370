import {ScreenLoop, type ScreenEvent, type Timers} from '../screen/loop.js';
import type {ClosedFile} from '../screen/actions/editor.js';
import type {EditDialog} from './editor/edit-dialog.js';
import type {Size} from '../screen/paint/text.js';
import {isLeisurely, regionsOf} from '../screen/panes/screen.js';
import {wordsOf as stopWords} from '../screen/panes/stop-words.js';
import {stopOf, type EditorState, type State} from '../screen/state/state.js';
import {CommandForm} from './command-form.js';
import type {BoardDrawing} from './drawing/board-drawing.js';
import type {NetworkDrawing} from './drawing/network-drawing.js';
import {HeldEvents} from './held-events.js';
import {afterOthers, sliceMs} from './in-slices.js';
import {KeyBar} from './key-bar.js';
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
	soon: afterOthers,
	nowMs: () => performance.now(),
	partMs: sliceMs,
};

/** The most changes of size that are followed until the state changes. */
const mostMeasures = 4;

/** Whether every key is a letter of a typed text. */
const isTyping = ({mode}: State): boolean => mode === 'command' || mode === 'find' || mode === 'palette';

/** The debugger in a page: the regions of the screen, the keys of the moment as buttons, a line for commands, and a sentence for each stop. */
export class DebuggerPage {
	readonly element = document.createElement('div');
	readonly #view = new ScreenView();
	/** The drawing of the board; until it is loaded, the board is characters, as in a terminal. */
	#board: BoardDrawing | undefined;
	#network: {readonly drawing: NetworkDrawing; readonly isDrawn: (state: State) => boolean} | undefined;
	readonly #bar: KeyBar;
	readonly #form: CommandForm;
	readonly #says = document.createElement('p');
	#menu: Menu | undefined;
	#dialog: EditDialog | undefined;
	#isClosed = false;
	readonly #loop: ScreenLoop;
	readonly #observer: ResizeObserver;
	readonly #lowered = (): void => {
		this.resized();
	};
	#frame = 0;
	/** The number of size changes of elements since the state or the window changed. */
	#measures = 0;
	#said = '';
	readonly #events = new HeldEvents((events) => {
		if (!this.#isClosed) {
			this.#loop.handle(events);
		}
	});

	/** @param whole resolves when all data for commands are loaded */
	constructor(
		initial: State,
		readonly words: PageWords,
		readonly room: () => {readonly width: number; readonly height: number; readonly fewestRows: number},
		onLeave: () => void,
		readonly onChange: (state: State) => void,
		readonly whole: Promise<void>,
	) {
		this.element.className = 'debugger';
		this.#bar = new KeyBar(words.keys, (key) => {
			this.press(key);
			this.#view.element.focus({preventScroll: true});
		});
		this.#form = new CommandForm(
			words.commandLine,
			() => this.#loop.state,
			(text) => {
				this.press(...this.#fromFree(), ':', ...keysOfText(text), 'return');
			},
		);
		this.#says.className = 'aside';
		this.#says.ariaLive = 'polite';
		this.element.append(this.#view.element, this.#bar.element, this.#form.element, this.#says);
		this.#loop = new ScreenLoop(initial, timers);
		this.#loop.listen({
			draw: () => {
				this.#measures = 0;
				this.#redraw();
			},
			leave: onLeave,
			edit: (file, closed) => {
				void this.#edit(file, closed);
			},
		});
		this.#observer = new ResizeObserver(() => {
			// The rows decide which keys there are, and these how many rows there are: that ends somewhere.
			if (this.#measures++ < mostMeasures) {
				this.#redraw();
			}
		});
	}

	/** The state on the screen. */
	get state(): State {
		return this.#loop.state;
	}

	/** Begins: the element is in the document. @param takesFocus whether keys are for the screen at once */
	start(takesFocus: boolean): void {
		void this.whole.then(
			() => {
				this.#events.release();
			},
			(error: unknown) => {
				this.#says.textContent = String(error);
			},
		);
		this.#listen();
		this.#loop.start();
		// Without a network, before everything is kept, the board stays as it is in a terminal.
		void this.#loadDrawings().catch(() => undefined);
		this.#observer.observe(this.element.parentElement ?? this.element);
		// Other keys may take another row.
		this.#observer.observe(this.#bar.element);
		this.#observer.observe(this.#form.element);
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

	/** Opens the menu of all actions. */
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
			this.#form.begin(chosen.begun);
			return;
		}

		this.press(...this.#fromFree(), 'ctrl+p', ...keysOfText(typed), {target: {item: index}});
		this.#view.element.focus({preventScroll: true});
	}

	/** The keys after which keys mean commands. */
	#fromFree(): readonly string[] {
		return this.#loop.state.mode === 'debug' ? [] : ['escape'];
	}

	/** Loads the drawings in the background, so that the first stop does not wait for them. */
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
		this.#measures = 0;
		this.#redraw();
	}

	/** Handles key events. A command waits for the remaining data. */
	press(...events: readonly ScreenEvent[]): void {
		this.#events.take(this.#loop.state, events);
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
	}

	/** A click acts as in a terminal; the pointer can be dragged on the timeline. A selection of text is not a click. */
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

	/** Draws at the next frame, with all changes until then. */
	#redraw(): void {
		this.#frame ||= requestAnimationFrame(() => {
			this.#frame = 0;
			this.#draw();
		});
	}

	/** The columns and rows that fit above the keys and the command line. */
	#sizeNow(): Size {
		const {width, height, fewestRows} = this.room();
		return this.#view.size(
			width,
			height - this.#bar.element.offsetHeight - this.#form.element.offsetHeight - 16,
			fewestRows,
		);
	}

	#draw(): void {
		const size = this.#sizeNow();
		this.#loop.resize(size);
		const state = this.#loop.state;
		const regions = regionsOf(state);
		// The keys of the moment are buttons below the screen; their row would say the same.
		this.#view.draw(
			regions.filter(({name}) => name !== 'footer'),
			size,
			this.#drawings(state),
		);
		const keys = regions.find(({name}) => name === 'footer')?.rows.flat() ?? [];
		this.#bar.draw(state, size.columns, isLeisurely(state) ? [] : keys);
		this.#say(state);
		this.onChange(state);
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

	/** Announces one sentence per stop to screen readers. */
	#say(state: State): void {
		const stop = stopOf(state);
		const ofStop = stop ? stopWords(stop, state.setup.language) : '';
		const sentence = state.message === '' ? ofStop : state.message;
		if (sentence !== this.#said) {
			this.#said = sentence;
			this.#says.textContent = sentence;
		}
	}
}
