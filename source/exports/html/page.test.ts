import {createHash} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {exportedRun, hostilePod, textOf} from '../../testing/exported-run.js';
import {BrowserPage, browsers, endBrowsers} from '../../testing/browser.js';
import {must} from '../../testing/must.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import type {PageData} from './page-data.js';
import {exportHTML} from './page.js';

const run = exportedRun(hostilePod);
const page = textOf(exportHTML(run));

const dataOf = (html: string): PageData =>
	JSON.parse(must(/<script type="application\/json" id="run">([\s\S]*?)<\/script>/.exec(html)?.[1], 'data'));

test('no text of the run is markup, script or a control character', (t) => {
	t.deepEqual(page.match(/<script[^>]*>/g), ['<script type="application/json" id="run">', '<script>']);
	t.is(page.match(/<\/script/g)?.length, 2);
	t.false(/<img|[\u0000-\u0008\u000B-\u001F]/.test(page));
	t.true(dataOf(page).texts.some((text) => text.includes('</script><script>alert(1)</script>')));
});

test('the page loads nothing and runs only its own script: its policy says so', (t) => {
	const policy = must(/<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page)?.[1], 'policy');
	const script = must(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1], 'script');
	t.true(policy.startsWith("default-src 'none'; script-src 'sha256-"));
	t.true(policy.includes(createHash('sha256').update(script).digest('base64')));
	t.notRegex(policy, /unsafe|\*|https?:/);
	t.false(/(?:src|href)=|https?:/.test(page.replace(/<script type=[\s\S]*?<\/script>/, '')));
});

test('a page links to the live program with the same run, where one is named', (t) => {
	const html = textOf(exportHTML({...run, live: 'https://example.org/k/#lang=en&run=a"b'}));
	t.true(html.includes('<a id="live" href="https://example.org/k/#lang=en&amp;run=a&quot;b" rel="noopener">'));
	t.false(page.includes('id="live"'));
});

test('each version of an object has its lines, with who wrote each', (t) => {
	const {texts, authors, versions, stops} = dataOf(page);
	const stored = must(
		stops.find(([, , , , stage = -1]) => texts[stage] === 'etcd.txn'),
		'etcd.txn',
	);
	const version = must(versions[stored[11] ?? -1], 'version');
	const writers = new Map<string, string>();
	for (let at = 0; at < version.length; at += 2) {
		const [, name = -1, , place = -1] = (authors[version[at + 1] ?? -1] ?? []) as readonly number[];
		writers.set(texts[version[at] ?? -1]?.trim() ?? '', `${texts[name] ?? ''} ${texts[place] ?? ''}`.trim());
	}

	t.is(writers.get('- image: nginx:1.27') ?? writers.get('image: nginx:1.27'), 'you web.yaml:13');
	t.is(writers.get('serviceAccountName: default'), 'ServiceAccount');
	t.is(writers.get('restartPolicy: Always'), 'defaults');
});

test('a long run is cut, and the page says so', (t) => {
	const long = exportHTML(run, 20);
	const html = textOf(long);
	t.regex(must(long.omitted, 'remark'), /^only the first 20 of \d+ stops are here/);
	t.true(html.includes(`<p class="omitted">${long.omitted}</p>`));
	t.is(dataOf(html).stops.length, 20);
});

test.after.always(endBrowsers);

const scrub = test.macro(async (t, name: string) => {
	const browser = must(
		browsers.find((one) => one.name === name),
		name,
	);
	const folder = temporaryFolder();
	const file = path.join(folder, 'run.html');
	writeFileSync(file, page);
	const shown = await BrowserPage.open(browser, file);
	t.teardown(() => shown.close());
	t.is(await shown.textOf('stage'), 'kubectl.kubeconfig');
	await shown.press('ArrowRight');
	t.is(await shown.textOf('stage'), 'kubectl.parse');
	await shown.press('S');
	t.is(await shown.textOf('stage'), 'kubectl.kubeconfig');
	await shown.press('!');
	t.is(await shown.textOf('stage'), '✗ apiserver.respond');
	const stored = must(
		[...recordedStops()].find(({stage}) => stage === 'etcd.txn'),
		'etcd.txn',
	);
	await shown.evaluate(`new Promise((done) => {
		addEventListener('hashchange', () => setTimeout(done), {once: true});
		location.hash = '#${stored.step}';
	})`);
	t.is(await shown.textOf('stage'), 'etcd.txn');
	t.is(await shown.textOf('object-name'), 'pods default/web');
	t.regex(await shown.textOf('object-rows'), /\+\s*name: web/);
	t.regex(await shown.textOf('object-rows'), /<script>alert\(1\)<\/script>/);
	t.regex(await shown.textOf('why'), /etcd stores the new key/);
	t.is(await shown.textOf('beginning'), 'you: kubectl apply -f web.yaml');
	await shown.press('a');
	t.regex(await shown.textOf('object-note'), /^you \d+ +.*ServiceAccount \d+/);
	t.regex(await shown.textOf('object-rows'), /Y\s+.*web.yaml:\d+/);
	await shown.press('<');
	t.is(await shown.textOf('stage'), 'apiserver.store');
	await shown.press('G');
	const last = await shown.textOf('where');
	await shown.evaluate(`{
		const scrub = document.getElementById('scrub');
		scrub.value = '3';
		scrub.dispatchEvent(new Event('input'));
	}`);
	t.not(await shown.textOf('where'), last);
	const {x, y} = (await shown.evaluate(
		`(({right, top}) => ({x: right - 12, y: top + 30}))(document.getElementById('lanes').getBoundingClientRect())`,
	)) as {x: number; y: number};
	await shown.click(x, y);
	t.is(await shown.textOf('where'), last);
	t.deepEqual(shown.faults, []);
	t.deepEqual(
		shown.requests.filter((address) => !address.startsWith('file://')),
		[],
	);
});

for (const name of ['Chromium', 'Firefox']) {
	const inBrowser = browsers.some((one) => one.name === name) ? test.serial : test.skip;
	inBrowser(
		`in ${name} the page opens from disk, moves by keys and pointer, and runs no script of the manifest`,
		scrub,
		name,
	);
}

function* recordedStops() {
	for (let step = run.first; step <= run.last; step++) {
		yield must(run.recording.stops.get(step), 'stop');
	}
}
