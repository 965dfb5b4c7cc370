import {chapterOf, chapters, numberOf, progressName} from '../classroom/heads.js';
import {homeWords, nextLesson} from '../screen/home/items.js';
import type {Offer} from '../screen/home/offer.js';
import {languageNames} from '../stages/language-names.js';
import {filesIn, lineIn, textOfFiles} from './editor/file-text.js';
import {chosenFiles, droppedFiles, textsOf, type GivenFile} from './given-files.js';
import type {PageWords} from './words.js';

/** A mistake in manifests, for the reader. */
export interface TypedMistake {
	readonly place: {readonly file?: string; readonly line?: number; readonly column?: number};
	readonly text: string;
	/** The files without it, where a small change of its line is enough. */
	readonly mended?: Readonly<Record<string, string>> | undefined;
}

/** The choices of the home screen. */
export interface HomeActions {
	readonly lesson: (name: string) => void;
	readonly drill: (name: string) => void;
	readonly exam: (name: string) => void;
	readonly play: () => void;
	readonly run: (files: Readonly<Record<string, string>>) => void;
	/** Judges the files without opening a run. */
	readonly check: (files: Readonly<Record<string, string>>) => void;
	/** Runs the files under many seeds. */
	readonly explore: (files: Readonly<Record<string, string>>) => void;
	/** Plays every lesson, and compares it with its claims. */
	readonly checkLessons: () => void;
	/** The mistakes that keep kubectl from reading the files. */
	readonly mistakes: (files: Readonly<Record<string, string>>) => Promise<readonly TypedMistake[]>;
	readonly language: (name: string) => void;
}

/** A manifest that does not become ready: its image has a misspelt tag, and its Service selects nothing. */
export const example = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 2
  selector:
    matchLabels: {app: shop}
  template:
    metadata:
      labels: {app: shop}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        readinessProbe:
          httpGet: {path: /, port: 8080}
---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector: {app: shop}
  ports:
  - port: 80
`;

const make = <Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	text = '',
	className = '',
): HTMLElementTagNameMap[Tag] => {
	const made = document.createElement(tag);
	made.textContent = text;
	if (className !== '') {
		made.className = className;
	}

	return made;
};

const button = (text: string, act: () => void, className = 'item'): HTMLButtonElement => {
	const made = make('button', text, className);
	made.type = 'button';
	made.addEventListener('click', act);
	return made;
};

const markOf = (name: string, {progress}: Offer): string => {
	if (progress[name]?.done) {
		return '✓';
	}

	if (progress[name]) {
		return '●';
	}

	return '·';
};

/** Lessons by chapter; the chapter of the next lesson is open. */
const lessonList = (offer: Offer, {lesson: open}: HomeActions): readonly HTMLElement[] => {
	const words = homeWords(offer);
	const next = nextLesson(offer);
	return chapters.map((_, chapter) => {
		const lessons = offer.lessons.filter(({name}) => chapterOf(name) === chapter);
		const done = lessons.filter(({name}) => offer.progress[name]?.done).length;
		const details = make('details');
		details.open = next !== undefined && chapterOf(next.name) === chapter;
		const count = done === 0 ? '' : `  ${words.doneOf(done, lessons.length)}`;
		details.append(
			make('summary', `${words.chapters[chapter] ?? ''}${count}`),
			...lessons.map(({name, title, minutes, steps}) => {
				const kept = offer.progress[name];
				const at = kept && !kept.done ? ([kept.index + 1, steps] as const) : undefined;
				return button(`${markOf(name, offer)} ${words.lesson(numberOf(name), title, minutes, at && [...at])}`, () => {
					open(name);
				});
			}),
		);
		return details;
	});
};

/** Drills and exams. They may be loaded later than the rest of the home screen. */
export const practiceList = (offer: Offer, page: PageWords, actions: HomeActions): HTMLElement => {
	const both = make('div', '', 'practice');
	both.append(drillList(offer, page, actions), examList(offer, actions));
	return both;
};

const examList = (offer: Offer, {exam: open}: HomeActions): HTMLElement => {
	const words = homeWords(offer);
	const details = make('details', '', 'exams');
	details.append(
		make('summary', words.exams),
		...offer.exams.map(({name, title, tasks, minutes, begun, points}) => {
			const mark = begun ? '●' : '·';
			return button(`${points === undefined ? mark : '✓'} ${words.exam(title, tasks, minutes, points)}`, () => {
				open(name);
			});
		}),
	);
	return details;
};

const drillList = (offer: Offer, page: PageWords, {drill: open}: HomeActions): HTMLElement => {
	const words = homeWords(offer);
	const details = make('details', '', 'drills');
	details.append(
		make('summary', page.drills),
		...offer.drills.map(({name, title, level}) =>
			button(`${markOf(progressName(name), offer)} ${words.drill(level, title)}`, () => {
				open(name);
			}),
		),
	);
	return details;
};

/** The pause in typing after which the manifests are read, in milliseconds. */
const typingMs = 400;

/** The mistakes of the text in an area, below it, once the reader stops typing. A press on one selects its line. */
const readAsTyped = (area: HTMLTextAreaElement, {mistakes}: HomeActions): HTMLElement => {
	const list = make('ul', '', 'as-typed');
	list.role = 'status';
	let timer = 0;
	const read = async (): Promise<void> => {
		const {value} = area;
		const found = value.trim() === '' ? [] : await mistakes(filesIn(value)).catch(() => []);
		if (value !== area.value) {
			return;
		}

		list.replaceChildren(
			...found.map(({place, text}) => {
				const item = make('li');
				item.append(
					button(text, () => {
						area.focus();
						area.setSelectionRange(...lineIn(value, place));
					}),
				);
				return item;
			}),
		);
	};
	area.addEventListener('input', () => {
		clearTimeout(timer);
		timer = window.setTimeout(() => {
			void read();
		}, typingMs);
	});
	return list;
};

/** A hidden input for files, and the button that opens it. */
const chooser = (
	text: string,
	id: string,
	isFolder: boolean,
	take: (files: readonly GivenFile[]) => void,
): readonly HTMLElement[] => {
	const input = make('input');
	input.type = 'file';
	input.id = id;
	input.hidden = true;
	input.multiple = true;
	input.webkitdirectory = isFolder;
	if (!isFolder) {
		input.accept = '.yaml,.yml,.json';
	}

	input.addEventListener('change', () => {
		take(chosenFiles(input.files ?? []));
	});
	const open = button(
		text,
		() => {
			input.click();
		},
		'plain',
	);
	return [open, input];
};

/** The buttons below manifests. @param take replaces them with files that the reader chooses */
const manifestActions = (
	area: HTMLTextAreaElement,
	page: PageWords,
	actions: HomeActions,
	take: (files: readonly GivenFile[]) => void,
): HTMLElement => {
	const start = make('button', page.run, 'main');
	start.id = 'run';
	const check = button(
		page.check,
		() => {
			actions.check(filesIn(area.value));
		},
		'plain',
	);
	check.id = 'check';
	const explore = button(
		page.explore,
		() => {
			actions.explore(filesIn(area.value));
		},
		'plain',
	);
	explore.id = 'explore';
	const row = make('p', '', 'actions');
	row.append(
		start,
		check,
		explore,
		button(
			page.example,
			() => {
				area.value = example;
			},
			'plain',
		),
		...chooser(page.choose, 'files', false, take),
		...chooser(page.chooseFolder, 'folder', true, take),
	);
	return row;
};

/** The place for pasting, dropping and choosing manifests. */
const manifestsForm = (text: string, page: PageWords, actions: HomeActions): HTMLElement => {
	const {run} = actions;
	const form = make('form', '', 'manifests');
	const area = make('textarea');
	area.id = 'manifests';
	area.value = text;
	area.placeholder = page.paste;
	area.ariaLabel = page.paste;
	area.spellcheck = false;
	area.rows = 12;
	const take = async (files: readonly GivenFile[]): Promise<void> => {
		area.value = textOfFiles(await textsOf(files));
		area.dispatchEvent(new Event('input'));
	};

	form.addEventListener('dragover', (event) => {
		event.preventDefault();
	});
	form.addEventListener('drop', (event) => {
		event.preventDefault();
		void droppedFiles(event.dataTransfer?.items ?? []).then(take);
	});
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		run(filesIn(area.value));
	});
	form.append(
		area,
		readAsTyped(area, actions),
		manifestActions(area, page, actions, (files) => void take(files)),
		make('p', page.private, 'note'),
	);
	return form;
};

/** The home screen of a page. @param text of the last manifests that ran @param problem the error, in the words of the program */
export const homePage = (
	offer: Offer,
	page: PageWords,
	actions: HomeActions,
	{text, problem, note}: {readonly text: string; readonly problem: string; readonly note: string},
): HTMLElement => {
	const words = homeWords(offer);
	const main = make('main', '', 'home');
	const next = nextLesson(offer);
	const [about = '', how = ''] = words.introduction;
	main.append(make('h1', 'k8s-walkthrough'), make('p', about, 'lead'), make('p', how));
	if (problem !== '') {
		const said = make('pre', problem, 'problem');
		said.role = 'alert';
		main.append(said);
	}

	if (next) {
		const word = Object.keys(offer.progress).length === 0 ? words.begin : words.continue;
		const begin = button(
			`${word}: ${words.lesson(numberOf(next.name), next.title, next.minutes)}`,
			() => {
				actions.lesson(next.name);
			},
			'main',
		);
		begin.id = 'begin';
		main.append(begin);
	}

	const columns = make('div', '', 'columns');
	const course = make('section');
	const proof = button(page.checkLessons, actions.checkLessons, 'plain');
	proof.id = 'check-lessons';
	course.append(make('h2', page.lessons), ...lessonList(offer, actions), practiceList(offer, page, actions), proof);
	const own = make('section');
	own.append(make('h2', page.yours), manifestsForm(text, page, actions), button(words.play, actions.play));
	const chooser = make('select');
	chooser.ariaLabel = page.language;
	chooser.append(
		...Object.entries(languageNames).map(([name, title]) => {
			const option = make('option', title);
			option.value = name;
			option.lang = name;
			option.selected = name === offer.language;
			return option;
		}),
	);
	chooser.addEventListener('change', () => {
		actions.language(chooser.value);
	});
	const label = make('label', `${page.language} `, 'language');
	label.append(chooser);
	own.append(label);
	columns.append(course, own);
	main.append(columns, ...(note === '' ? [] : [make('p', note, 'note')]));
	return main;
};
