import {existsSync} from 'node:fs';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import puppeteer, {type Browser, type BrowserContext, type KeyInput, type Page} from 'puppeteer-core';

/** A browser of this machine. */
export interface InstalledBrowser {
	readonly name: 'Chromium' | 'Firefox';
	readonly file: string;
}

const firstFile = (...files: ReadonlyArray<string | undefined>): string | undefined =>
	files.find((file) => file && existsSync(file));

const installed: readonly InstalledBrowser[] = [
	{
		name: 'Chromium' as const,
		file: firstFile(process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'),
	},
	{name: 'Firefox' as const, file: firstFile(process.env.FIREFOX, '/usr/bin/firefox', '/usr/bin/firefox-esr')},
].flatMap(({name, file}) => (file === undefined ? [] : [{name, file}]));

/**
The browsers that tests use. `CHROMIUM` and `FIREFOX` name them; otherwise, their usual places on Linux are searched.
`npm test` uses one of them; `npm run test:browsers` uses all.
*/
export const browsers: readonly InstalledBrowser[] = process.argv.includes('all-browsers')
	? installed
	: installed.slice(0, 1);

/** The options for opening a page. */
export interface Opening {
	/** A small screen that is touched. */
	readonly isPhone?: boolean;
	/** A script that runs in the page before its own. */
	readonly before?: string;
}

/** The browsers that have started: each starts once, and gives every test its own context. */
const started: Partial<Record<InstalledBrowser['name'], Promise<Browser>>> = {};

const start = ({name, file}: InstalledBrowser): Promise<Browser> =>
	(started[name] ??= puppeteer.launch(
		name === 'Chromium'
			? {
					browser: 'chrome',
					executablePath: file,
					args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
					timeout: startMs,
				}
			: {browser: 'firefox', executablePath: file, timeout: startMs},
	));

/** Ends the browsers of this process. */
export const endBrowsers = async (): Promise<void> => {
	const all = await Promise.all(Object.values(started));
	await Promise.all(all.map((browser) => browser.close()));
};

/** The longest start of a browser on a busy machine, in milliseconds. */
const startMs = 120_000;

const screens = {
	desk: {width: 1400, height: 1000},
	phone: {width: 390, height: 780, deviceScaleFactor: 2, hasTouch: true},
};

/** A page in a browser without a window. @see https://pptr.dev */
export class BrowserPage {
	/** Exceptions, errors of the console, violations of the page's policy, and dialogs. */
	readonly faults: string[] = [];
	/** The addresses that the page requested. */
	readonly requests: string[] = [];
	readonly #context: BrowserContext;
	readonly #page: Page;

	private constructor(context: BrowserContext, page: Page) {
		this.#context = context;
		this.#page = page;
		page.on('pageerror', (error) => {
			this.faults.push(String(error));
		});
		page.on('console', (message) => {
			if (message.type() === 'error') {
				this.faults.push(message.text());
			}
		});
		page.on('request', (request) => {
			this.requests.push(request.url());
		});
		page.on('dialog', (dialog) => {
			this.faults.push(`a dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
	}

	/** Opens a file, or an address of http. */
	static async open(
		installedBrowser: InstalledBrowser,
		address: string,
		{isPhone = false, before}: Opening = {},
	): Promise<BrowserPage> {
		const browser = await start(installedBrowser);
		const context = await browser.createBrowserContext();
		const page = await context.newPage();
		await page.setViewport(isPhone ? {...screens.phone, isMobile: installedBrowser.name === 'Chromium'} : screens.desk);
		page.setDefaultNavigationTimeout(startMs);
		const opened = new BrowserPage(context, page);
		if (before !== undefined) {
			await page.evaluateOnNewDocument(before);
		}

		await page.goto(address.startsWith('http:') ? address : pathToFileURL(address).href);
		return opened;
	}

	/** The value of an expression in the page, as JSON. */
	async evaluate(expression: string): Promise<unknown> {
		return this.#page.evaluate(expression);
	}

	/** The text of an element. */
	async textOf(id: string): Promise<string> {
		return String(await this.evaluate(`document.getElementById(${JSON.stringify(id)}).innerText`));
	}

	/** Presses a key, by the name that a page sees. */
	async press(key: string): Promise<void> {
		await this.#page.keyboard.press(key as KeyInput);
	}

	/** Inserts a text at the cursor, like a paste. */
	async insert(text: string): Promise<void> {
		await this.evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
	}

	/** Clicks at a place. */
	async click(x: number, y: number): Promise<void> {
		await this.#page.mouse.click(x, y);
	}

	/** Presses the button of the mouse at a place and releases it at another one of the same height. */
	async drag(fromX: number, toX: number, y: number): Promise<void> {
		const {mouse} = this.#page;
		await mouse.move(fromX, y);
		await mouse.down();
		await mouse.move((fromX + toX) / 2, y);
		await mouse.move(toX, y);
		await mouse.up();
	}

	/** Touches a place with a finger. */
	async tap(x: number, y: number): Promise<void> {
		await this.#page.touchscreen.tap(x, y);
	}

	/** Loads the page again. */
	async reload(): Promise<void> {
		await this.#page.reload();
	}

	/** Sets the page's media features, such as `prefers-color-scheme`. Chromium only. */
	async prefer(name: string, value: string): Promise<void> {
		await this.#page.emulateMediaFeatures([{name, value}]);
	}

	/** A picture of the page as PNG. */
	async screenshot(): Promise<Uint8Array> {
		return this.#page.screenshot();
	}

	/** Ends the page, with all that it has stored. */
	async close(): Promise<void> {
		await this.#context.close();
	}
}
