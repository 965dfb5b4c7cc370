import {spawn, type ChildProcess} from 'node:child_process';
import {existsSync, mkdtempSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {pathToFileURL} from 'node:url';
import {WebSocket} from 'ws';

/** Where a Chromium lies on this machine: `CHROMIUM` names it, else it is looked for; `undefined` where there is none. */
export const chromiumFile = [
	process.env.CHROMIUM ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
].find((file) => file !== '' && existsSync(file));

interface Answer {
	readonly id?: number;
	readonly method?: string;
	readonly params?: Readonly<Record<string, unknown>>;
	readonly result?: Readonly<Record<string, unknown>>;
	readonly error?: {readonly message: string};
}

/** Where a started Chromium listens, as it says itself. */
const listening = (child: ChildProcess): Promise<string> =>
	new Promise((resolve, reject) => {
		let said = '';
		child.stderr?.on('data', (chunk: Buffer) => {
			said += String(chunk);
			const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
			if (address !== undefined) {
				resolve(address);
			}
		});
		child.on('exit', () => reject(new Error(`Chromium did not start: ${said}`)));
	});

/** A page in a Chromium without a window, through the DevTools protocol. @see https://chromedevtools.github.io/devtools-protocol/ */
export class HeadlessPage {
	readonly #child: ChildProcess;
	readonly #profile: string;
	readonly #socket: WebSocket;
	readonly #waiting = new Map<number, (answer: Answer) => void>();
	#session: string | undefined;
	#sent = 0;
	/** What the page did that is of interest: requests, dialogs, errors and violations of its policy. */
	readonly events: Array<{readonly method: string; readonly text: string}> = [];

	private constructor(child: ChildProcess, profile: string, socket: WebSocket) {
		this.#child = child;
		this.#profile = profile;
		this.#socket = socket;
		socket.on('message', (data: Buffer) => {
			const answer: Answer = JSON.parse(String(data));
			if (answer.id !== undefined) {
				this.#waiting.get(answer.id)?.(answer);
			} else if (answer.method !== undefined) {
				this.events.push({method: answer.method, text: JSON.stringify(answer.params)});
			}
		});
	}

	/** Opens a file, or an address of http. */
	static async open(chromium: string, file: string): Promise<HeadlessPage> {
		const profile = mkdtempSync(path.join(tmpdir(), 'chromium-'));
		const child = spawn(
			chromium,
			[
				'--headless',
				'--no-sandbox',
				'--disable-gpu',
				'--disable-dev-shm-usage',
				'--window-size=1400,1000',
				'--remote-debugging-port=0',
				`--user-data-dir=${profile}`,
			],
			{stdio: ['ignore', 'ignore', 'pipe']},
		);
		const socket = new WebSocket(await listening(child));
		await new Promise((resolve) => {
			socket.once('open', resolve);
		});
		const page = new HeadlessPage(child, profile, socket);
		const {targetId} = await page.send('Target.createTarget', {url: 'about:blank'});
		const {sessionId} = await page.send('Target.attachToTarget', {targetId, flatten: true});
		page.#session = String(sessionId);
		for (const domain of ['Page', 'Runtime', 'Network', 'Log']) {
			// eslint-disable-next-line no-await-in-loop
			await page.send(`${domain}.enable`);
		}

		await page.send('Page.navigate', {url: file.startsWith('http:') ? file : pathToFileURL(file).href});
		await page.evaluate(
			'new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)))',
		);
		return page;
	}

	/** A command of the protocol. @throws {Error} what Chromium answers */
	async send(
		method: string,
		params: Readonly<Record<string, unknown>> = {},
	): Promise<Readonly<Record<string, unknown>>> {
		const id = ++this.#sent;
		const answer = await new Promise<Answer>((resolve) => {
			this.#waiting.set(id, resolve);
			this.#socket.send(JSON.stringify({id, method, params, ...(this.#session ? {sessionId: this.#session} : {})}));
		});
		this.#waiting.delete(id);
		if (answer.error) {
			throw new Error(`${method}: ${answer.error.message}`);
		}

		return answer.result ?? {};
	}

	/** What an expression yields in the page, as JSON. */
	async evaluate(expression: string): Promise<unknown> {
		const answer = await this.send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
		const {result, exceptionDetails} = answer as {result?: {value?: unknown}; exceptionDetails?: unknown};
		if (exceptionDetails !== undefined) {
			throw new Error(JSON.stringify(exceptionDetails));
		}

		return result?.value;
	}

	/** The text of an element. */
	async textOf(id: string): Promise<string> {
		return String(await this.evaluate(`document.getElementById(${JSON.stringify(id)}).innerText`));
	}

	/** Presses a key. */
	async press(key: string): Promise<void> {
		const text = key.length === 1 ? {text: key} : {};
		await this.send('Input.dispatchKeyEvent', {type: 'keyDown', key, ...text});
		await this.send('Input.dispatchKeyEvent', {type: 'keyUp', key});
	}

	/** Clicks at a place. */
	async click(x: number, y: number): Promise<void> {
		for (const type of ['mousePressed', 'mouseReleased']) {
			// eslint-disable-next-line no-await-in-loop
			await this.send('Input.dispatchMouseEvent', {type, x, y, button: 'left', buttons: 1, clickCount: 1});
		}
	}

	/** A picture of the page as PNG. */
	async screenshot(): Promise<Buffer> {
		const {data} = await this.send('Page.captureScreenshot');
		return Buffer.from(String(data), 'base64');
	}

	/** Ends Chromium. */
	async close(): Promise<void> {
		const ended = new Promise((resolve) => {
			this.#child.once('exit', resolve);
		});
		// Its parts may write a little longer than it lives.
		await Promise.race([this.send('Browser.close'), ended]);
		await ended;
		this.#socket.close();
		await rm(this.#profile, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
	}
}
