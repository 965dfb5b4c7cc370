import {
	autocompletion,
	closeBrackets,
	closeBracketsKeymap,
	completionKeymap,
	startCompletion,
	type CompletionContext,
	type CompletionResult,
} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {yaml} from '@codemirror/lang-yaml';
import {HighlightStyle, indentOnInput, syntaxHighlighting} from '@codemirror/language';
import {EditorState, StateEffect, StateField, type Range} from '@codemirror/state';
import {
	Decoration,
	drawSelection,
	EditorView,
	highlightActiveLine,
	keymap,
	lineNumbers,
	WidgetType,
	type DecorationSet,
} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import {completionsAt, type Completion} from './completions.js';

/** A problem at a line of the text. */
export interface TextProblem {
	/** The line that it is shown below, counted from 1. */
	readonly line: number;
	readonly severity: 'error' | 'warning' | 'info';
	readonly message: string;
	/** Repairs the problem in the text; missing if no repair is known. */
	readonly mended?: (text: string) => string | undefined;
}

/** Receives changes of the text and requests to apply it. */
export interface EditorListener {
	readonly changed: (text: string) => void;
	/** Ctrl or Cmd with enter. */
	readonly run: () => void;
}

/** The editor's own words. */
export interface EditorWords {
	readonly label: string;
	readonly fix: string;
}

const showProblems = StateEffect.define<readonly TextProblem[]>();

/** The message of a problem, below its line, with the button that mends it. */
class ProblemWidget extends WidgetType {
	constructor(
		readonly problem: TextProblem,
		readonly fix: string,
	) {
		super();
	}

	override eq({problem}: ProblemWidget): boolean {
		return problem === this.problem;
	}

	override toDOM(view: EditorView): HTMLElement {
		const {severity, message, mended} = this.problem;
		const element = document.createElement('div');
		element.className = `cm-problem cm-${severity}`;
		const said = document.createElement('span');
		said.textContent = message;
		element.append(said);
		if (mended) {
			const button = document.createElement('button');
			button.type = 'button';
			button.textContent = this.fix;
			button.addEventListener('click', () => {
				const text = view.state.doc.toString();
				const after = mended(text);
				if (after !== undefined) {
					view.dispatch({changes: smallestChange(text, after), userEvent: 'input.fix'});
				}

				view.focus();
			});
			element.append(button);
		}

		return element;
	}

	override ignoreEvent(): boolean {
		return true;
	}
}

/** The part that differs between two texts, as one change, so that the cursor and the view stay. */
const smallestChange = (
	before: string,
	after: string,
): {readonly from: number; readonly to: number; readonly insert: string} => {
	let from = 0;
	while (from < before.length && from < after.length && before[from] === after[from]) {
		from++;
	}

	let end = 0;
	while (
		end < before.length - from &&
		end < after.length - from &&
		before[before.length - 1 - end] === after[after.length - 1 - end]
	) {
		end++;
	}

	return {from, to: before.length - end, insert: after.slice(from, after.length - end)};
};

const decorated = (state: EditorState, problems: readonly TextProblem[], fix: string): DecorationSet => {
	const ranges = problems.flatMap((problem): ReadonlyArray<Range<Decoration>> => {
		const line = state.doc.line(Math.max(1, Math.min(state.doc.lines, problem.line)));
		return [
			Decoration.line({class: `cm-line-${problem.severity}`}).range(line.from),
			Decoration.widget({widget: new ProblemWidget(problem, fix), block: true, side: 1}).range(line.to),
		];
	});
	return Decoration.set(ranges, true);
};

/** The editor state of problems, which move with the text until the next check. */
const problemField = (fix: string): StateField<DecorationSet> =>
	StateField.define<DecorationSet>({
		create: () => Decoration.none,
		update(known, transaction) {
			const shown = transaction.effects.find((effect) => effect.is(showProblems));
			return shown?.is(showProblems) ? decorated(transaction.state, shown.value, fix) : known.map(transaction.changes);
		},
		provide: (field) => EditorView.decorations.from(field),
	});

const about = ({about: text}: Completion): (() => HTMLElement) | undefined =>
	text === ''
		? undefined
		: () => {
				const said = document.createElement('div');
				said.textContent = text;
				return said;
			};

/** Kinds, fields and values of the API at the cursor. An empty place offers them when the reader asks. */
const complete = ({state, pos, explicit}: CompletionContext): CompletionResult | null => {
	const found = completionsAt(state.doc.toString(), pos);
	// eslint-disable-next-line unicorn/no-null -- CodeMirror asks for it.
	if (!found || (!explicit && found.from === pos)) return null;
	return {
		from: found.from,
		validFor: /^[\w./-]*$/,
		options: found.options.map((option) => ({
			label: option.label,
			detail: option.detail,
			info: about(option),
			boost: option.isRequired ? 20 : 0,
			apply(view: EditorView, _: unknown, from: number, to: number) {
				const insert = view.state.sliceDoc(to, to + 1) === ':' ? option.label : option.insert;
				view.dispatch({
					changes: {from, to, insert},
					selection: {anchor: from + insert.length},
					userEvent: 'input.complete',
				});
				if (/[\s]$/.test(insert)) {
					startCompletion(view);
				}
			},
		})),
	};
};

const colours = HighlightStyle.define([
	{tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--here)'},
	{tag: [tags.comment, tags.meta, tags.separator], color: 'var(--dim)'},
	{tag: [tags.string, tags.special(tags.string)], color: 'var(--good)'},
	{tag: [tags.labelName, tags.typeName], color: 'var(--key)'},
]);

const look = EditorView.theme({
	'&': {height: '100%', color: 'var(--text)', backgroundColor: 'var(--pane)', fontSize: '13.5px'},
	'&.cm-focused': {outline: 'none'},
	'.cm-scroller': {
		fontFamily: `ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace`,
		lineHeight: '1.5',
	},
	'.cm-content': {caretColor: 'var(--text)'},
	'.cm-cursor': {borderLeftColor: 'var(--text)'},
	'.cm-gutters': {backgroundColor: 'var(--back)', color: 'var(--dim)', borderRight: '1px solid var(--line-colour)'},
	'.cm-activeLine': {backgroundColor: 'transparent'},
	'&.cm-focused .cm-activeLine': {boxShadow: 'inset 2px 0 var(--here)'},
	'&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
		backgroundColor: 'var(--selection)',
	},
	'.cm-problem': {
		display: 'flex',
		flexWrap: 'wrap',
		gap: '0.5em',
		alignItems: 'center',
		// CodeMirror measures boxes: a margin would move the line numbers.
		padding: '0.3em 0.6em',
		borderLeft: '4px solid var(--bad)',
		backgroundColor: 'var(--back)',
		fontFamily: `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`,
		whiteSpace: 'pre-wrap',
		overflowWrap: 'anywhere',
	},
	'.cm-problem span': {flex: '1 1 12em'},
	'.cm-problem.cm-warning': {borderLeftColor: 'var(--warn)'},
	'.cm-problem.cm-info': {borderLeftColor: 'var(--edge)'},
	'.cm-problem button': {
		font: 'inherit',
		fontWeight: '600',
		color: 'var(--main-text)',
		backgroundColor: 'var(--main)',
		border: '1px solid var(--main)',
		borderRadius: '6px',
		padding: '0.2em 0.7em',
		minHeight: '2em',
		cursor: 'pointer',
	},
	'.cm-line-error': {textDecoration: 'underline wavy var(--bad) 1px'},
	'.cm-line-warning': {textDecoration: 'underline wavy var(--warn) 1px'},
	'.cm-tooltip': {backgroundColor: 'var(--pane)', border: '1px solid var(--edge)', color: 'var(--text)'},
	'.cm-tooltip.cm-tooltip-autocomplete > ul': {fontFamily: 'inherit', maxHeight: '14em'},
	'.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
		backgroundColor: 'var(--main)',
		color: 'var(--main-text)',
	},
	'.cm-completionDetail': {color: 'var(--dim)', fontStyle: 'normal'},
	'li[aria-selected] .cm-completionDetail': {color: 'inherit'},
	'.cm-completionInfo': {maxWidth: '26em', maxHeight: '14em', overflow: 'auto', whiteSpace: 'pre-wrap'},
});

/**
An editor for manifests: errors at their lines, completion from the API's own schema.

It is in a shadow root: there, CodeMirror uses constructed style sheets, which a policy without `unsafe-inline` allows.
*/
export class ManifestEditor {
	readonly element = document.createElement('div');
	readonly #view: EditorView;

	constructor(text: string, words: EditorWords, {changed, run}: EditorListener) {
		this.element.className = 'editor-text';
		const root = this.element.attachShadow({mode: 'open', delegatesFocus: true});
		this.#view = new EditorView({
			root,
			parent: root,
			state: EditorState.create({
				doc: text,
				extensions: [
					lineNumbers(),
					EditorView.lineWrapping,
					history(),
					drawSelection(),
					indentOnInput(),
					closeBrackets(),
					highlightActiveLine(),
					yaml(),
					syntaxHighlighting(colours),
					autocompletion({override: [complete], icons: false}),
					problemField(words.fix),
					keymap.of([
						{
							key: 'Mod-Enter',
							run() {
								run();
								return true;
							},
						},
						// Tab moves the focus, as everywhere in a page.
						...closeBracketsKeymap,
						...completionKeymap,
						...historyKeymap,
						...defaultKeymap,
					]),
					EditorView.contentAttributes.of({'aria-label': words.label}),
					EditorView.updateListener.of(({docChanged, state}) => {
						if (docChanged) {
							changed(state.doc.toString());
						}
					}),
					look,
				],
			}),
		});
	}

	get text(): string {
		return this.#view.state.doc.toString();
	}

	/** Replaces the text; undo restores the previous one. */
	set text(text: string) {
		this.#view.dispatch({changes: smallestChange(this.text, text)});
	}

	/** Shows problems at their lines, in place of those before. */
	show(problems: readonly TextProblem[]): void {
		this.#view.dispatch({effects: showProblems.of(problems)});
	}

	/** Moves the cursor to a line, counted from 1. */
	goTo(line: number): void {
		const {doc} = this.#view.state;
		const {from, to} = doc.line(Math.max(1, Math.min(doc.lines, line)));
		this.#view.dispatch({
			selection: {anchor: from, head: to},
			effects: EditorView.scrollIntoView(from, {y: 'center'}),
		});
		this.#view.focus();
	}

	focus(): void {
		this.#view.focus();
	}

	close(): void {
		this.#view.destroy();
	}
}
