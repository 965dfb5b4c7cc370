import './buffer.js';
import {usePlatform} from '../kernel/platform.js';
import {offeredLanguages} from '../stages/language-names.js';
import {loadTexts} from './load-texts.js';
import type {Page} from './page.js';
import {pagePlatform, type PageStorage} from './page-platform.js';

/** The storage of the browser, where the page may use it. */
const storage = (): PageStorage | undefined => {
	try {
		localStorage.setItem('k8s-walkthrough', '');
		return localStorage;
	} catch {
		return undefined;
	}
};

/** The language of the reader: that of the link, else that of the browser. */
const language = ((): string => {
	const asked = new URLSearchParams(location.hash.slice(1)).get('lang') ?? navigator.language.split('-')[0] ?? '';
	return offeredLanguages.includes(asked) ? asked : 'en';
})();

const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') {
	document.documentElement.dataset['theme'] = theme;
}

const root = document.querySelector<HTMLElement>('#page') ?? document.body;
try {
	const kept = storage();
	// Chunks with the tables of other languages are left out: see commands/web/page-files.ts.
	Object.assign(globalThis, {pageLanguage: language});
	const lessons = language === 'en' ? ['lessons'] : ['lessons', `lessons.${language}`];
	const texts = await Promise.all(['facts', 'descriptions', ...lessons].map((name) => loadTexts(name)));
	const files = new Map(texts.flat());
	let page: Page | undefined;
	usePlatform(
		pagePlatform(files, kept, () => {
			page?.storageIsFull();
		}),
	);
	// Modules that read facts when they load are loaded after them.
	const {Page: PageOfDocument} = await import('./page.js');
	const opened = new PageOfDocument({
		root,
		language,
		version: document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? '',
		practice: Promise.all(
			['course', 'more-facts', 'drills', 'exams', ...(language === 'en' ? [] : [`exams.${language}`])].map((name) =>
				loadTexts(name),
			),
		).then((practice) => {
			for (const [path, text] of practice.flat()) {
				files.set(path, text);
			}
		}),
		keeps: kept !== undefined,
		embedded: new URLSearchParams(location.search).has('embed'),
	});
	// The palette offers the manual's pages once they are there.
	void loadTexts('manual')
		.catch(() => [])
		.then((manual) => {
			for (const [path, text] of manual) {
				files.set(path, text);
			}
		});
	page = opened;
	await opened.open(location.hash);
	addEventListener('hashchange', () => {
		void opened.open(location.hash);
	});
	if ('serviceWorker' in navigator && location.protocol !== 'file:') {
		// Without it the page works as long as its server answers.
		await navigator.serviceWorker.register('sw.js').catch(() => undefined);
	}
} catch (error) {
	root.textContent =
		location.protocol === 'file:'
			? 'A browser loads no programs from file://. Serve this folder: npx k8s-walkthrough web'
			: `The page cannot be loaded: ${String(error)}`;
}
