import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import test from 'ava';
import {manifestsOf} from '../commands/manifests.js';
import {printRecording} from '../commands/replay.js';
import {startOfManifests} from '../commands/screen-starts.js';
import {version} from '../commands/version.js';
import {pageFiles} from '../commands/web/page-files.js';
import {servePage} from '../commands/web/serve-page.js';
import {completeScenario} from '../scenario/scenario.js';
import {chromiumFile, HeadlessPage} from '../testing/headless-chromium.js';
import {must} from '../testing/must.js';
import {writeLink} from './link.js';

// `CHROMIUM` names a browser; without one these tests are skipped.
const inChromium = chromiumFile === undefined ? test.skip : test;

interface Opened {
	readonly page: HeadlessPage;
	readonly address: string;
	readonly close: () => Promise<void>;
}

/** @param beside files that the server has beside those of the page */
const open = async (hash = '', beside: Readonly<Record<string, string>> = {}): Promise<Opened> => {
	const files = new Map([...pageFiles().files, ...Object.entries(beside)]);
	const served = await servePage({files}, 0);
	const page = await HeadlessPage.open(must(chromiumFile, 'Chromium'), `${served.address}${hash}`);
	return {
		page,
		address: served.address,
		async close() {
			await page.close();
			await served.close();
		},
	};
};

/** Waits until an expression is true in the page, which may be loaded anew meanwhile. */
const until = async ({page}: Opened, expression: string): Promise<void> => {
	for (const end = Date.now() + 60_000; Date.now() < end;) {
		// eslint-disable-next-line no-await-in-loop
		if (await page.evaluate(`Boolean(${expression})`).catch(() => false)) {
			return;
		}

		// eslint-disable-next-line no-await-in-loop
		await new Promise((resolve) => {
			setTimeout(resolve, 100);
		});
	}

	throw new Error(`${expression} in ${String(await page.evaluate('document.body.innerText.slice(0, 2000)'))}`);
};

const textOf = async ({page}: Opened, selector: string): Promise<string> =>
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

/** Clicks once the element rests: a part of the page that arrives late moves what lies below it. */
const click = async (opened: Opened, selector: string): Promise<void> => {
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
	await opened.page.click(x, y);
};

const type = async ({page}: Opened, text: string): Promise<void> => {
	await page.send('Input.insertText', {text});
};

/** What a page may not do: fail, break its own policy, or ask another origin. */
const offences = ({page, address}: Opened): readonly string[] =>
	page.events
		.filter(
			({method, text}) =>
				method === 'Runtime.exceptionThrown' ||
				(method === 'Log.entryAdded' && text.includes('"level":"error"')) ||
				(method === 'Network.requestWillBeSent' && !text.includes(`"url":"${address}`)),
		)
		.map(({text}) => text.slice(0, 300));

inChromium('from home, lesson 1 is taken with clicks and keys, and its link opens the same step again', async (t) => {
	const opened = await open('#lang=en');
	await until(opened, `document.querySelector('#begin')`);
	await click(opened, '#begin');
	await until(opened, `document.querySelector('.grid .row')`);
	// A lesson opens with its misconception, which the learner answers first.
	await until(
		opened,
		`/1 of 12/.test(document.querySelector('.grid').innerText) && document.querySelector('.grid').innerText.includes('Is that true?')`,
	);
	await until(opened, `document.querySelector('.grid svg')`);
	await click(opened, '.bar [data-key=return]');
	await until(opened, `document.querySelector('.grid').innerText.includes('a whole cluster at rest')`);
	await click(opened, '.bar [data-key=return]');
	await until(opened, `document.querySelector('.grid').innerText.includes('2 of 12')`);
	await opened.page.press('Enter');
	await until(opened, `document.querySelector('.grid').innerText.includes('3 of 12')`);
	await until(opened, `location.hash.includes('step=3')`);
	const lesson = await textOf(opened, '.r-lesson');
	await opened.page.send('Page.reload');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('3 of 12')`);
	t.is(await textOf(opened, '.r-lesson'), lesson);
	t.is(
		await opened.page.evaluate('JSON.parse(localStorage["k8s-walkthrough:/data/progress.json"])["01-a-pod"].index'),
		2,
	);
	t.deepEqual(offences(opened), []);
	await opened.close();
});

inChromium('a broken manifest says why it fails, and runs when it is mended', async (t) => {
	const opened = await open('#lang=en');
	await until(opened, `document.querySelector('#manifests')`);
	await click(opened, '#manifests');
	const pod = (image: string) =>
		`apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n    image: ${image}\n`;
	await type(opened, pod('ngnix:1.27'));
	await click(opened, '#run');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('ErrImagePull')`);
	await until(opened, `location.hash.includes('run=')`);
	// The keys stay where they were while a message is shown.
	await until(opened, `document.querySelector('.bar [data-key=s]')`);
	const running = `/everything becomes ready/.test(document.querySelector('.aside')?.textContent ?? '')`;
	await click(opened, '#mend');
	await until(opened, running);
	t.is(await opened.page.evaluate(`document.querySelector('#mend')`), null);
	await opened.page.evaluate('history.back()');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('ErrImagePull')`);
	await opened.page.evaluate('history.forward()');
	await until(opened, running);
	await opened.page.evaluate('history.back()');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('ErrImagePull')`);
	await click(opened, '#edit');
	await until(opened, `document.querySelector('#manifests')?.value.includes('ngnix')`);
	await opened.page.evaluate(`document.querySelector('#manifests').value = ${JSON.stringify(pod('nginx:1.27'))}`);
	await click(opened, '#run');
	await until(opened, `/everything is running|ready/i.test(document.querySelector('.aside')?.textContent ?? '')`);
	t.deepEqual(offences(opened), []);
	await opened.close();
});

inChromium('a menu has every action for fingers, and puts begun commands on the line', async (t) => {
	const opened = await open('#lesson=1&step=6&lang=en');
	await until(opened, `document.querySelector('.grid .row')`);
	await click(opened, '#commands');
	await until(opened, `document.querySelector('.menu[open] input') === document.activeElement`);
	await type(opened, 'board');
	await until(opened, `document.querySelector('.menu strong')?.textContent === 'board'`);
	await click(opened, '.menu .item');
	await until(opened, `document.querySelector('.drawing')`);
	t.is(await opened.page.evaluate(`document.querySelector('.menu').open`), false);
	await click(opened, '#commands');
	await type(opened, ':goto');
	await until(opened, `document.querySelector('.menu strong')?.textContent.startsWith(':goto')`);
	await click(opened, '.menu .item');
	await until(opened, `document.querySelector('.command input').value === 'goto '`);
	t.deepEqual(offences(opened), []);
	await opened.close();
});

inChromium('a drill opens from home, and by its link', async (t) => {
	const opened = await open('#lang=en');
	await until(opened, `document.querySelectorAll('.drills .item').length >= 40`);
	await opened.page.evaluate(`document.querySelector('.drills').open = true`);
	await click(opened, '.drills .item');
	await until(opened, `document.querySelector('.grid .row') && location.hash.includes('drill=')`);
	const shown = await textOf(opened, '.r-lesson');
	await opened.page.send('Page.reload');
	await until(opened, `document.querySelector('.r-lesson')`);
	t.is(await textOf(opened, '.r-lesson'), shown);
	t.deepEqual(offences(opened), []);
	await opened.close();
});

inChromium('bad YAML is refused with its line, and the text stays', async (t) => {
	const opened = await open('#lang=en');
	await until(opened, `document.querySelector('#manifests')`);
	await click(opened, '#manifests');
	await type(opened, 'apiVersion: v1\nkind: [Pod\n');
	await click(opened, '#run');
	await until(opened, `document.querySelector('.problem')`);
	t.regex(await textOf(opened, '.problem'), /manifest\.yaml:\d+/);
	t.regex(String(await opened.page.evaluate(`document.querySelector('#manifests').value`)), /kind: \[Pod/);
	await opened.close();
});

inChromium('a link to a run opens at its stop', async (t) => {
	const files = {
		'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image: nginx}]\n',
	};
	const opened = await open(`#${await writeLink({files, stop: 2450, language: 'en'})}`);
	await until(opened, `document.querySelector('.grid')?.innerText.includes('#2450')`);
	t.deepEqual(offences(opened), []);
	await opened.close();
});

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image: nginx}]\n';

inChromium('a link of another version opens, and says so until something else is opened', async (t) => {
	const files = {'pod.yaml': pod};
	const opened = await open(`#${await writeLink({files, stop: 2450, language: 'en', made: '0.0.9'})}`);
	await until(opened, `document.querySelector('.grid')?.innerText.includes('#2450')`);
	t.is(await textOf(opened, '.top .made'), `made with 0.0.9; this is ${version()}: the run may differ`);
	await until(opened, `location.hash.includes('made=${version()}')`);
	await opened.page.send('Page.reload');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('#2450')`);
	t.is(await textOf(opened, '.top .made'), '');
	t.deepEqual(offences(opened), []);
	await opened.close();
});

inChromium('a recording opens from a link, and from a file on the server of the page', async (t) => {
	const start = startOfManifests(completeScenario({seed: 7}), manifestsOf({'pod.yaml': pod}));
	const recorded = start.view === 'recording' ? printRecording(start.recording) : '';
	const opened = await open(`#${await writeLink({recorded, stop: 2450, language: 'en'})}`, {'runs/a.yaml': recorded});
	const shown = `document.querySelector('.grid')?.innerText.includes('#2450')`;
	await until(opened, shown);
	await opened.page.evaluate(`location.hash = 'lang=en'`);
	await until(opened, `document.querySelector('#begin')`);
	await opened.page.evaluate(`location.hash = 'recording=runs/a.yaml&stop=2450&lang=en'`);
	await until(opened, shown);
	await until(opened, `location.hash.includes('recording=runs%2Fa.yaml')`);
	t.deepEqual(offences(opened), []);
	for (const [path, problem] of [
		['runs/none.yaml', 'answers 404'],
		['https://example.com/a.yaml', 'on another server'],
		['page.css', 'page.css:'],
	]) {
		/* eslint-disable no-await-in-loop */
		await opened.page.evaluate(`location.hash = 'recording=${path}&lang=en'`);
		await until(opened, `document.querySelector('.problem')?.innerText.includes('${problem}')`);
		/* eslint-enable no-await-in-loop */
	}

	t.false(
		opened.page.events.some(
			({method, text}) => method === 'Network.requestWillBeSent' && text.includes('example.com/a'),
		),
	);
	await opened.close();
});

inChromium('on a phone nothing is wider than the screen, and a command can be typed', async (t) => {
	const opened = await open('#lang=en');
	await opened.page.send('Emulation.setDeviceMetricsOverride', {
		width: 390,
		height: 780,
		deviceScaleFactor: 2,
		mobile: true,
	});
	const fits = 'document.documentElement.scrollWidth <= innerWidth';
	await until(opened, `document.querySelector('#begin')`);
	t.true(await opened.page.evaluate(fits));
	await click(opened, '#begin');
	await until(opened, `document.querySelector('.grid .row')`);
	t.true(await opened.page.evaluate(fits));
	await click(opened, '.command input');
	await type(opened, 'kubectl get nodes');
	await opened.page.send('Input.dispatchKeyEvent', {
		type: 'keyDown',
		key: 'Enter',
		code: 'Enter',
		windowsVirtualKeyCode: 13,
		text: '\r',
	});
	await until(opened, `/node-a\\s+Ready/.test(document.querySelector('.grid').innerText)`);
	t.deepEqual(offences(opened), []);
	await opened.close();
});

inChromium('the page is told in Chinese, and changes its language', async (t) => {
	const opened = await open('#lang=zh&lesson=1');
	await until(opened, `/[\\u4e00-\\u9fff]/.test(document.querySelector('.r-lesson')?.innerText ?? '')`);
	t.is(await opened.page.evaluate('document.documentElement.lang'), 'zh');
	await click(opened, '#home');
	await until(opened, `document.querySelector('.language select')`);
	await opened.page.evaluate(`(() => {
		const select = document.querySelector('.language select');
		select.value = 'ru';
		select.dispatchEvent(new Event('change'));
	})()`);
	await until(
		opened,
		`document.documentElement.lang === 'ru' && document.querySelector('#begin')?.innerText.includes('Урок')`,
	);
	t.deepEqual(offences(opened), []);
	await opened.close();
});

inChromium('a key that nothing in the page has focus for is left to the page around it', async (t) => {
	const opened = await open('?embed#lesson=1&lang=en');
	await until(opened, `document.querySelector('.grid .row')`);
	t.is(await opened.page.evaluate(`document.querySelector('#home')`), null);
	await opened.page.evaluate('document.activeElement.blur()');
	await opened.page.press('Enter');
	t.regex(await textOf(opened, '.grid'), /1 of 12/);
	await opened.close();
});

inChromium(
	'the board is a drawing: its token moves along the lines, and stays still for readers who want no motion',
	async (t) => {
		const opened = await open('#lesson=1&step=6&lang=en');
		await until(opened, `document.querySelector('.grid .row')`);
		await opened.page.press('v');
		await until(opened, `document.querySelector('.drawing .d-acts')`);
		t.is(await opened.page.evaluate(`document.querySelector('.d-acts').dataset.box`), 'etcd');
		t.is(await opened.page.evaluate(`document.querySelector('.d-token-label').textContent`), 'pod/web');
		// The same in words, for those who listen.
		t.regex(await textOf(opened, '.r-board .in-words'), /^etcd: pod\/web; .*rev \d+/);
		const moving = `document.querySelector('.d-token').getAnimations().length`;
		const place = `getComputedStyle(document.querySelector('.d-token')).transform`;
		await opened.page.evaluate('document.activeElement.blur()');
		await opened.page.evaluate(`document.querySelector('.grid').focus()`);
		const steps = async (): Promise<readonly number[]> => {
			const moved: number[] = [];
			for (let count = 0; count < 40 && !moved.includes(1); count++) {
				// eslint-disable-next-line no-await-in-loop
				await opened.page.press('s');
				// eslint-disable-next-line no-await-in-loop
				await opened.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
				// eslint-disable-next-line no-await-in-loop
				moved.push(Number(await opened.page.evaluate(moving)));
			}

			return moved;
		};
		await opened.page.press('!');
		const first = await opened.page.evaluate(place);
		t.true((await steps()).includes(1));
		t.not(await opened.page.evaluate(place), first);
		await opened.page.send('Emulation.setEmulatedMedia', {
			features: [{name: 'prefers-reduced-motion', value: 'reduce'}],
		});
		await until(opened, `${moving} === 0`);
		t.false((await steps()).includes(1));
		await click(opened, '[data-box=scheduler] .d-title');
		await until(opened, `document.querySelector('[data-box=scheduler].d-selected')`);
		await click(opened, '[data-box=scheduler] .d-title');
		await until(opened, `!document.querySelector('.drawing')`);
		t.deepEqual(offences(opened), []);
		await opened.close();
	},
);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds against WCAG 2.2 AA in the page as it is, and how many of its rules found something to look at. */
const accessibility = async ({page}: Opened): Promise<{readonly wrong: readonly string[]; readonly passed: number}> => {
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

inChromium('home, a lesson, the board and the menu break no rule of WCAG 2.2 AA, light and dark', async (t) => {
	const opened = await open('#lang=en');
	const {page} = opened;
	const check = async (name: string): Promise<void> => {
		const {wrong, passed} = await accessibility(opened);
		t.deepEqual(wrong, [], name);
		t.true(passed >= 5, `${name}: ${passed}`);
	};

	for (const value of ['light', 'dark']) {
		/* eslint-disable no-await-in-loop */
		await page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value}]});
		await page.evaluate(`location.hash = 'lang=en'`);
		await until(opened, `document.querySelector('#begin')`);
		await check(`${value} home`);
		await page.evaluate(`location.hash = 'lesson=1&step=6&lang=en'`);
		await until(opened, `document.querySelector('.grid .row')`);
		await check(`${value} lesson`);
		await page.press('v');
		await until(opened, `document.querySelector('.drawing .d-acts')`);
		await check(`${value} board`);
		await click(opened, '#commands');
		await until(opened, `document.querySelector('.menu[open]')`);
		await check(`${value} menu`);
		/* eslint-enable no-await-in-loop */
	}

	await opened.close();
});
