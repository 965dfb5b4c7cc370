import {must} from '../testing/must.js';
import {
	click,
	inEach,
	inEditor,
	inOne,
	offences,
	open,
	pod,
	textOf,
	type,
	until,
	type Opened,
} from '../testing/opened-page.js';

/** Types a command into the line for commands, and gives it. */
const command = async (opened: Opened, line: string): Promise<void> => {
	await click(opened, '.command input');
	await type(opened, line);
	await opened.page.press('Enter');
};

const focusScreen = `document.querySelector('.grid').focus({preventScroll: true})`;

const progressOf = (name: string): string =>
	`JSON.parse(localStorage['k8s-walkthrough:/data/progress.json'] ?? '{}')[${JSON.stringify(name)}]`;

/** The most keys that a lesson of twelve steps needs. */
const mostKeys = 60;

inEach('a learner completes lesson 1 with clicks, keys and a typed command', async (t, browser) => {
	t.timeout(300_000);
	const opened = await open(t, browser, '#lang=en');
	await until(opened, `document.querySelector('#begin')`);
	await click(opened, '#begin');
	await until(opened, `document.querySelector('.r-lesson')?.innerText.includes('1 of 12')`);
	let typed = 0;
	for (let keys = 0; keys < mostKeys && !(await opened.page.evaluate(`${progressOf('01-a-pod')}?.done`)); keys++) {
		/* eslint-disable no-await-in-loop */
		const before = await textOf(opened, '.grid');
		if (/Run a second Pod named hello/.test(before) && typed === 0) {
			typed++;
			await command(opened, 'kubectl run hello --image=nginx:1.27');
			await until(opened, `/hello\\s.*Running/.test(document.querySelector('.grid').innerText)`);
			await opened.page.evaluate(focusScreen);
			continue;
		}

		// Every second step by a click on the button of the key.
		await (keys % 2 === 0 ? click(opened, '.bar [data-key=return]') : opened.page.press('Enter'));
		await until(opened, `document.querySelector('.grid').innerText !== ${JSON.stringify(before)}`);
		/* eslint-enable no-await-in-loop */
	}

	t.is(typed, 1);
	t.true(await opened.page.evaluate(`${progressOf('01-a-pod')}.done`));
	await until(opened, `document.querySelector('.grid').innerText.includes('12 of 12')`);
	await click(opened, '#home');
	await until(opened, `[...document.querySelectorAll('.item')].some(({innerText}) => /^✓ .*1/.test(innerText))`);
	t.deepEqual(offences(opened), []);
});

inEach('a drill is repaired by a typed command, and home shows it', async (t, browser) => {
	const opened = await open(t, browser, '#drill=a-class-from-elsewhere&lang=en');
	await until(opened, `document.querySelector('.r-lesson')`);
	t.regex(await textOf(opened, '.r-lesson'), /Pending since\s+breakfast|Pending since/);
	await command(opened, 'kubectl apply -f class.yaml');
	await until(opened, `document.querySelector('.grid').innerText.includes('class.yaml')`);
	await until(opened, `/db\\s.*(?:Creating|Running)/.test(document.querySelector('.grid').innerText)`);
	await opened.page.evaluate(focusScreen);
	await opened.page.press('Enter');
	await until(opened, `document.querySelector('.r-lesson').innerText.includes('✓ repaired')`);
	await opened.page.press('Enter');
	await until(
		opened,
		`Object.values(JSON.parse(localStorage['k8s-walkthrough:/data/progress.json'])).some(({done}) => done)`,
	);
	await until(opened, `document.querySelector('.grid').innerText.includes('storage classes')`);
	t.deepEqual(offences(opened), []);
});

inEach('a task of an exam is solved by typed commands, and graded', async (t, browser) => {
	t.timeout(300_000);
	const opened = await open(t, browser, '#exam=cka-1&lang=en');
	await until(opened, `document.querySelector('.r-lesson')?.innerText.includes('Task 1/')`);
	await command(opened, 'task 9');
	await until(opened, `document.querySelector('.r-lesson').innerText.includes('Task 9/')`);
	const task = (await textOf(opened, '.r-lesson')).replaceAll(/\s+/g, ' ');
	const namespace = must(/into the namespace ([\w-]+)/.exec(task)?.[1], 'a namespace');
	const account = must(/ServiceAccount ([\w-]+) there/.exec(task)?.[1], 'a ServiceAccount');
	const verbs = '--verb=get,list,create,update,patch --resource=deployments.apps';
	for (const [line, printed] of [
		[`kubectl create serviceaccount ${account} -n ${namespace}`, 'serviceaccount/'],
		[`kubectl create role ${account} -n ${namespace} ${verbs}`, 'role.rbac'],
		[
			`kubectl create rolebinding ${account} -n ${namespace} --role=${account} --serviceaccount=${namespace}:${account}`,
			'rolebinding.rbac',
		],
	] as const) {
		/* eslint-disable no-await-in-loop */
		await command(opened, line);
		await until(opened, `document.querySelector('.grid').innerText.includes('${printed}')`);
		/* eslint-enable no-await-in-loop */
	}

	await command(opened, 'grade');
	await until(opened, `/\\d+ of \\d+|points/.test(document.querySelector('.r-lesson').innerText)`);
	await command(opened, 'task 9');
	await until(opened, `/✓ 2 .*may patch Deployments/.test(document.querySelector('.grid').innerText)`);
	t.deepEqual(offences(opened), []);
});

inEach('where the storage is full the page says so, and a lesson plays', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en', {
		before: `Storage.prototype.setItem = (name, text) => { if (text !== '') { throw new DOMException('full', 'QuotaExceededError'); } }`,
	});
	await until(opened, `document.querySelector('#begin')`);
	await click(opened, '#begin');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('1 of 12')`);
	await opened.page.press('Enter');
	await until(opened, `document.querySelector('.top').innerText.includes('storage of this browser is full')`);
	await opened.page.press('Enter');
	await until(opened, `document.querySelector('.grid').innerText.includes('2 of 12')`);
	await click(opened, '#home');
	await until(opened, `document.querySelector('.home')?.innerText.includes('storage of this browser is full')`);
	t.deepEqual(offences(opened), []);
});

inEach('a link to a story opens the board, which plays', async (t, browser) => {
	// The lesson begins with a question, which stays open meanwhile.
	const opened = await open(t, browser, '#lesson=6&story&lang=en');
	await until(opened, `document.querySelector('.drawing .d-acts')`);
	const stop = `document.querySelector('.grid').innerText.match(/#(\\d+) {2}\\+/)?.[1]`;
	await until(opened, stop);
	const first = await opened.page.evaluate(stop);
	await until(opened, `Number(${stop}) > ${String(first)}`);
	t.regex(await textOf(opened, '.grid'), /the story plays/);
	t.regex(await textOf(opened, '.bar'), /space\s+play/);
	t.deepEqual(offences(opened), []);
});

inOne('Chromium', 'on a phone, a lesson and the board are used with a finger', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en', {isPhone: true});
	await until(opened, `document.querySelector('#begin')`);
	const tap = async (selector: string): Promise<void> => {
		await until(opened, `document.querySelector(${JSON.stringify(selector)})`);
		await click(opened, selector, 'tap');
	};

	await tap('#begin');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('1 of 12')`);
	await tap('.bar [data-key=return]');
	await until(opened, `document.querySelector('.grid').innerText.includes('a whole cluster at rest')`);
	await tap('.bar [data-key=return]');
	await until(opened, `document.querySelector('.grid').innerText.includes('2 of 12')`);
	await tap('#commands');
	await until(opened, `document.querySelector('.menu[open] input')`);
	await type(opened, 'board');
	await tap('.menu .item');
	await until(opened, `document.querySelector('.drawing')`);
	t.true(await opened.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
	await tap('[data-box=apiserver] .d-title');
	await until(opened, `document.querySelector('[data-box=apiserver].d-selected')`);
	t.deepEqual(offences(opened), []);
});

inEach('going back and forward leads through home, a lesson and a run', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en');
	await until(opened, `document.querySelector('#begin')`);
	await click(opened, '#begin');
	await until(opened, `location.hash.includes('lesson=1')`);
	await click(opened, '#home');
	await until(opened, `document.querySelector('#manifests')`);
	await opened.page.evaluate(`document.querySelector('#manifests').value = ${JSON.stringify(pod)}`);
	await click(opened, '#run');
	await until(opened, `location.hash.includes('run=')`);
	for (const [go, seen] of [
		['back', `document.querySelector('#begin')`],
		['back', `document.querySelector('.r-lesson')?.innerText.includes('of 12')`],
		['back', `document.querySelector('#begin')`],
		['forward', `document.querySelector('.r-lesson')?.innerText.includes('of 12')`],
		['forward', `document.querySelector('#begin')`],
		['forward', `document.querySelector('.grid') && location.hash.includes('run=')`],
	] as const) {
		/* eslint-disable no-await-in-loop */
		await opened.page.evaluate(`history.${go}()`);
		await until(opened, seen);
		/* eslint-enable no-await-in-loop */
	}

	await click(opened, '#edit');
	await until(opened, inEditor('.cm-content'));
	t.deepEqual(offences(opened), []);
});

inEach('a command that is typed before all facts are there waits for them', async (t, browser) => {
	const opened = await open(t, browser, '#lesson=1&step=2&lang=en', {
		before: `const real = fetch;
const released = new Promise((resolve) => { globalThis.release = resolve; });
globalThis.fetch = async (address, ...more) => {
	if (String(address).includes('more-facts')) await released;
	return real(address, ...more);
};`,
	});
	await until(opened, `document.querySelector('.grid')?.innerText.includes('2 of 12')`);
	await command(opened, 'kubectl explain deployment.spec.replicas');
	await opened.page.press('Enter');
	await new Promise((resolve) => {
		setTimeout(resolve, 500);
	});
	t.notRegex(await textOf(opened, '.grid'), /Number of desired pods/);
	await opened.page.evaluate('release()');
	await until(opened, `document.querySelector('.grid').innerText.includes('Number of desired pods')`);
	t.deepEqual(offences(opened), []);
});

inEach('the timeline is dragged to an earlier stop, and no text is selected', async (t, browser) => {
	const opened = await open(t, browser, '#lesson=1&step=6&lang=en');
	await until(opened, `document.querySelector('.r-timeline .row')`);
	// The number of a stop is before its time; the lesson's text names the one that it is about.
	const stop = async (): Promise<number> => Number(/#(\d+) {2}\+/.exec(await textOf(opened, '.grid'))?.[1]);
	const before = await stop();
	const [left = 0, width = 0, y = 0] = String(
		await opened.page.evaluate(`(() => {
			const {left, width, top, height} = document.querySelector('.r-timeline').getBoundingClientRect();
			return [left, width, top + height / 2].join(' ');
		})()`),
	)
		.split(' ')
		.map(Number);
	await opened.page.drag(left + width * 0.8, left + width * 0.3, y);
	await until(opened, `!document.querySelector('.grid').innerText.includes('#${before}  +')`);
	t.true((await stop()) < before);
	t.is(await opened.page.evaluate('String(getSelection())'), '');
	t.deepEqual(offences(opened), []);
});
