import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import test, {type ExecutionContext} from 'ava';
import {pageFiles} from '../commands/web/page-files.js';
import {servePage} from '../commands/web/serve-page.js';
import {BrowserPage, browsers, endBrowsers, type InstalledBrowser, type Opening} from './browser.js';

/** A test in a browser. */
type InBrowser = (t: ExecutionContext, browser: InstalledBrowser) => Promise<void>;

/** Runs a test in a browser; without the browser, it is skipped. */
export const inOne = (name: InstalledBrowser['name'], title: string, run: InBrowser): void => {
	const browser = browsers.find((one) => one.name === name);
	if (browser) {
		// One browser at a time: twenty that start together time out.
		test.serial(`${name}: ${title}`, (t) => run(t, browser));
	} else {
		test.skip(`${name}: ${title}`, () => undefined);
	}
};

export const inEach = (title: string, run: InBrowser): void => {
	inOne('Chromium', title, run);
	inOne('Firefox', title, run);
};

test.after.always(endBrowsers);

/** The page in a browser, with its server. */
export interface Opened {
	readonly page: BrowserPage;
	readonly address: string;
	/** Ends the server: the page is offline. */
	readonly cut: () => Promise<void>;
}

/** The files of the page, written once. */
let written: ReturnType<typeof pageFiles>['files'] | undefined;

/** Opens the page at a link. @param beside files on the server in addition to those of the page */
export const open = async (
	t: ExecutionContext,
	browser: InstalledBrowser,
	hash = '',
	{beside = {}, ...opening}: Opening & {readonly beside?: Readonly<Record<string, string>>} = {},
): Promise<Opened> => {
	written ??= pageFiles().files;
	const files = new Map([...written, ...Object.entries(beside)]);
	const served = await servePage({files}, 0);
	const page = await BrowserPage.open(browser, `${served.address}${hash}`, opening);
	t.teardown(async () => {
		await page.close();
		await served.close();
	});
	return {page, address: served.address, cut: served.close};
};

/** Waits until an expression is true in the page, which may reload in the meantime. */
export const until = async ({page}: Opened, expression: string, waitMs = 60_000): Promise<void> => {
	for (const end = Date.now() + waitMs; Date.now() < end;) {
		// eslint-disable-next-line no-await-in-loop
		if (await page.evaluate(`Boolean(${expression})`).catch(() => false)) {
			return;
		}

		// eslint-disable-next-line no-await-in-loop
		await new Promise((resolve) => {
			setTimeout(resolve, 100);
		});
	}

	const shown =
		"(document.querySelector('.editor-text')?.shadowRoot.textContent ?? '') + document.body.innerText.slice(0, 2000)";
	throw new Error(`${expression} in ${String(await page.evaluate(shown))}`);
};

/** The visible text of an element; empty if it is missing. */
export const textOf = async ({page}: Opened, selector: string): Promise<string> =>
	String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`));

/** The middle of an element on the screen, as `x y`. */
const placeOf = async ({page}: Opened, selector: string): Promise<string> =>
	String(
		await page.evaluate(`(() => {
		const element = document.querySelector(${JSON.stringify(selector)});
		element.scrollIntoView({block: 'center'});
		const {left, top, width, height} = element.getBoundingClientRect();
		return [left + width / 2, top + height / 2].join(' ');
	})()`),
	);

/** Clicks once the element no longer moves: a late part of the page moves the parts below it. */
export const click = async (opened: Opened, selector: string, how: 'click' | 'tap' = 'click'): Promise<void> => {
	let place = '';
	for (let before; before !== place;) {
		before = place;
		// eslint-disable-next-line no-await-in-loop
		await new Promise((resolve) => {
			setTimeout(resolve, 200);
		});
		// eslint-disable-next-line no-await-in-loop
		place = await placeOf(opened, selector);
	}

	const [x = 0, y = 0] = place.split(' ').map(Number);
	await opened.page[how](x, y);
};

/** Inserts a text at the cursor. */
export const type = async ({page}: Opened, text: string): Promise<void> => {
	await page.insert(text);
};

/** Forbidden for a page: failing, breaking its own policy, or contacting another origin. */
export const offences = ({page, address}: Opened): readonly string[] => [
	...page.faults,
	// A browser has fonts of its own as data.
	...page.requests.filter((request) => !request.startsWith(address) && !request.startsWith('data:')),
];

/** An expression for the content of the shadow root of the editor. */
export const inEditor = (selector: string): string =>
	`document.querySelector('.editor-text')?.shadowRoot.querySelector(${JSON.stringify(selector)})`;

/** The editor's lines, without the messages between them. */
export const editorText = `[...document.querySelector('.editor-text').shadowRoot.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')`;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe's findings against WCAG 2.2 AA in the current page, and the number of its applicable rules. */
export const accessibility = async ({
	page,
}: Opened): Promise<{readonly wrong: readonly string[]; readonly passed: number}> => {
	await page.evaluate(`${axe};0`);
	return JSON.parse(
		String(
			await page.evaluate(`axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}).then(
				({violations, passes}) => JSON.stringify({
					wrong: violations.flatMap(({id, nodes}) => nodes.map(({html}) => id + ' ' + html.slice(0, 200))),
					passed: passes.length,
				}),
			)`),
		),
	);
};

/** A Pod that runs. */
export const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image: nginx}]\n';
