import path from 'node:path';
import {build} from 'esbuild';
import {printRecording} from '../commands/replay.js';
import {version} from '../commands/version.js';
import {Cluster, type ContainerProgram} from '../library/library.js';
import {raceOf, subjectAt} from '../screen/state/race.js';
import {deployed} from '../testing/large-manifests.js';
import {must} from '../testing/must.js';
import {
	accessibility,
	click,
	editorText,
	inEach,
	inEditor,
	offences,
	open,
	pod,
	textOf,
	type,
	until,
} from '../testing/opened-page.js';
import {ownPrograms, transcriptOf} from '../testing/own-programs.js';
import {raced} from '../testing/raced.js';
import {recordedRun} from '../testing/recorded-run.js';
import {writeLink} from './link.js';

const root = path.join(import.meta.dirname, '../..');

inEach(
	'from home, lesson 1 is taken with clicks and keys, and its link opens the same step again',
	async (t, browser) => {
		const opened = await open(t, browser, '#lang=en');
		await until(opened, `document.querySelector('#begin')`);
		t.regex(await textOf(opened, '#begin'), /Lesson 1 {2}A Pod/);
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
		// The board plays the way to the step; then its text is beside the panes.
		await until(
			opened,
			`document.querySelector('.r-lesson').offsetWidth < 0.8 * document.querySelector('.grid').offsetWidth`,
		);
		const lesson = await textOf(opened, '.r-lesson');
		await opened.page.reload();
		await until(opened, `document.querySelector('.grid')?.innerText.includes('3 of 12')`);
		t.is(await textOf(opened, '.r-lesson'), lesson);
		t.is(
			await opened.page.evaluate('JSON.parse(localStorage["k8s-walkthrough:/data/progress.json"])["01-a-pod"].index'),
			2,
		);
		t.deepEqual(offences(opened), []);
	},
);

inEach('a broken manifest says why it fails, and runs when it is mended', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en');
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
	const broken = JSON.stringify(await opened.page.evaluate('location.hash'));
	await click(opened, '#mend');
	await until(opened, running);
	// Going back leaves the place of the mended run, which is written after its screen.
	await until(opened, `location.hash !== ${broken}`);
	t.is(await opened.page.evaluate(`document.querySelector('#mend')`), null);
	await opened.page.evaluate('history.back()');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('ErrImagePull')`);
	await opened.page.evaluate('history.forward()');
	await until(opened, running);
	await opened.page.evaluate('history.back()');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('ErrImagePull')`);
	await click(opened, '#home');
	await until(opened, `document.querySelector('#manifests')?.value.includes('ngnix')`);
	await opened.page.evaluate(`document.querySelector('#manifests').value = ${JSON.stringify(pod('nginx:1.27'))}`);
	await click(opened, '#run');
	await until(opened, `/everything is running|ready/i.test(document.querySelector('.aside')?.textContent ?? '')`);
	t.deepEqual(offences(opened), []);
});

inEach(
	'the editor shows findings at their lines, fixes them by a press, and applies to the running cluster',
	async (t, browser) => {
		const wrong = pod.replace('image: nginx', 'image: ngnix');
		const opened = await open(t, browser, `#${await writeLink({files: {'pod.yaml': wrong}, language: 'en'})}`);
		await until(opened, `document.querySelector('.grid')?.innerText.includes('ErrImagePull')`);
		await click(opened, '#edit');
		await until(opened, `${inEditor('.cm-problem')}?.innerText.includes('ErrImagePull')`);
		t.is(await opened.page.evaluate(`${inEditor('.cm-line-error')}.textContent`), must(wrong.split('\n')[4], 'a line'));
		await opened.page.evaluate(`${inEditor('.cm-problem button')}.click()`);
		await until(opened, `/No problem found/.test(document.querySelector('.editor [role=status]').textContent)`);
		t.regex(String(await opened.page.evaluate(editorText)), /image: nginx/);
		await click(opened, '#apply');
		await until(opened, `/all is well/.test(document.querySelector('.aside').textContent)`);
		// The link carries both commands: the run continues after the first.
		const before = await opened.page.evaluate('location.hash');
		await until(opened, `location.hash !== ${JSON.stringify(before)} || location.hash.length > 500`);
		const shown = await textOf(opened, '.grid');
		await opened.page.reload();
		await until(opened, `document.querySelector('.grid .row')`);
		t.is(/#\d+/.exec(await textOf(opened, '.grid'))?.[0], /#\d+/.exec(shown)?.[0]);
		t.deepEqual(offences(opened), []);
	},
);

inEach('the editor completes kinds, fields and values as they are typed, and corrects YAML', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en');
	await until(opened, `document.querySelector('#begin')`);
	await opened.page.evaluate(
		`[...document.querySelectorAll('.item')].find((item) => /^Free play/.test(item.textContent)).click()`,
	);
	await until(opened, `document.querySelector('#edit')`);
	await click(opened, '#edit');
	await until(opened, inEditor('.cm-content'));
	const choose = async (typed: string, label: string): Promise<void> => {
		for (const key of typed) {
			// eslint-disable-next-line no-await-in-loop
			await opened.page.press(key);
		}

		await until(
			opened,
			`${inEditor('.cm-tooltip-autocomplete li[aria-selected] .cm-completionLabel')}?.textContent === '${label}'`,
		);
		// CodeMirror takes no choice in the first moments, which may be a key meant for the text.
		await new Promise((resolve) => {
			setTimeout(resolve, 200);
		});
		await opened.page.press('Enter');
	};
	await choose('Po', 'Pod');
	await type(opened, 'web');
	await opened.page.press('Enter');
	await until(opened, `${editorText}.endsWith('  name: web\\n  ')`);
	await opened.page.press('Backspace');
	await choose('sp', 'spec');
	await choose('cont', 'containers');
	await choose('ima', 'image');
	await type(opened, 'nginx');
	await opened.page.press('Enter');
	await choose('imageP', 'imagePullPolicy');
	await choose('If', 'IfNotPresent');
	const typed =
		'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - image: nginx\n    imagePullPolicy: IfNotPresent';
	t.is(await opened.page.evaluate(editorText), typed);
	await opened.page.press('Enter');
	await until(opened, `${editorText}.endsWith('IfNotPresent\\n    ')`);
	await type(opened, 'name: "web');
	await until(
		opened,
		`${inEditor('.cm-problem')}?.innerText.includes('Missing closing') && ${inEditor('.cm-problem button')}`,
	);
	await opened.page.evaluate(`${inEditor('.cm-problem button')}.click()`);
	await until(opened, `/No problem found/.test(document.querySelector('.editor [role=status]').textContent)`);
	t.is(await opened.page.evaluate(editorText), `${typed}\n    name: "web"`);
	t.deepEqual(offences(opened), []);
});

inEach('kubectl edit opens its file over the page, and patches what is saved', async (t, browser) => {
	const opened = await open(t, browser, '#lesson=6&step=10&lang=en');
	await until(opened, `document.querySelector('.grid .row')`);
	const edit = async () => {
		await opened.page.evaluate(
			`document.querySelector('.command input').value = 'kubectl edit deployment web'; document.querySelector('.command').requestSubmit()`,
		);
		await until(opened, `document.querySelector('.edit[open] .editor-text')`);
	};

	await edit();
	t.regex(String(await opened.page.evaluate(editorText)), /^# Please edit the object below\./);
	await opened.page.evaluate(`document.querySelector('.edit .plain').click()`);
	await until(opened, `document.querySelector('.grid').innerText.includes('Edit cancelled, no changes made.')`);
	await edit();
	await until(
		opened,
		`[...document.querySelector('.edit .editor-text').shadowRoot.querySelectorAll('.cm-line')].some(({textContent}) => textContent === '  replicas: 3')`,
	);
	const [x = 0, y = 0] = String(
		await opened.page.evaluate(`(() => {
			const root = document.querySelector('.edit .editor-text').shadowRoot;
			const line = [...root.querySelectorAll('.cm-line')].find(({textContent}) => textContent === '  replicas: 3');
			line.scrollIntoView({block: 'center'});
			const {right, top, height} = line.getBoundingClientRect();
			return [right - 10, top + height / 2].join(' ');
		})()`),
	)
		.split(' ')
		.map(Number);
	await opened.page.click(x, y);
	await opened.page.press('Backspace');
	await type(opened, '4');
	await until(opened, `${editorText}.includes('  replicas: 4')`);
	await opened.page.evaluate(`document.querySelector('.edit .main').click()`);
	// The task runs on to its outcome: a fourth Pod.
	await until(
		opened,
		`new Set(document.querySelector(".grid").innerText.match(/web-[a-z0-9]{10}-[a-z0-9]{5}/g)).size === 4`,
	);
	t.deepEqual(offences(opened), []);
});

inEach('a menu has every action for fingers, and puts begun commands on the line', async (t, browser) => {
	const opened = await open(t, browser, '#lesson=1&step=6&lang=en');
	await until(opened, `document.querySelector('.grid .row')`);
	await click(opened, '#commands');
	await until(opened, `document.querySelector('.menu[open] input') === document.activeElement`);
	await type(opened, 'board');
	await until(opened, `document.querySelector('.menu strong')?.textContent === 'board'`);
	t.is(await textOf(opened, '.menu .item kbd'), 'v');
	await click(opened, '.menu .item');
	await until(opened, `document.querySelector('.drawing')`);
	t.is(await opened.page.evaluate(`document.querySelector('.menu').open`), false);
	await click(opened, '#commands');
	await type(opened, ':goto');
	await until(opened, `document.querySelector('.menu strong')?.textContent.startsWith(':goto')`);
	await click(opened, '.menu .item');
	await until(opened, `document.querySelector('.command input').value === 'goto '`);
	t.deepEqual(offences(opened), []);
});

inEach(
	'a folder of manifests is checked in other threads, with progress and a report; cancelling returns to it',
	async (t, browser) => {
		const files = Object.fromEntries(
			['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.yaml`, pod.replaceAll('name: a', `name: ${name}`)]),
		);
		const text = Object.entries({...files, 'bad.yaml': pod.replace('image: nginx', 'image: ngnix')})
			.map(([name, one]) => `# file: ${name}\n${one}`)
			.join('');
		const opened = await open(t, browser, '#lang=en');
		await until(opened, `document.querySelector('#manifests')`);
		await opened.page.evaluate(`document.querySelector('#manifests').value = ${JSON.stringify(text)}`);
		await click(opened, '#check');
		await until(opened, `document.querySelector('progress')`);
		await until(opened, `document.querySelector('#cancel')`);
		await opened.page.evaluate(`document.querySelector('#cancel').click()`);
		await until(opened, `document.querySelector('#manifests')?.value.includes('# file: bad.yaml')`);
		await click(opened, '#check');
		await until(opened, `document.querySelector('#back')`);
		t.regex(await textOf(opened, '.long-work .lead'), /6 objects in 6 files, 1 error/);
		t.regex(await textOf(opened, '.long-work details[open]'), /^✗ bad\.yaml[\s\S]*W052[\s\S]*\+ .*nginx/);
		t.deepEqual(offences(opened), []);
	},
);

inEach(
	'manifests are explored in other threads, with progress and a report; a mistake in a field is shown; cancelling returns',
	async (t, browser) => {
		const opened = await open(t, browser, '#lang=en');
		await until(opened, `document.querySelector('#manifests')`);
		await opened.page.evaluate(`document.querySelector('#manifests').value = ${JSON.stringify(deployed('web', 1))}`);
		const start = async (vary: string, seeds: number): Promise<void> => {
			await click(opened, '#explore');
			await until(opened, `document.querySelector('#start')`);
			await opened.page.evaluate(`document.querySelector('#explore-seeds').value = '${seeds}'`);
			await opened.page.evaluate(`document.querySelector('#explore-vary').value = '${vary}'`);
			await click(opened, '#start');
		};
		await start('deployment/none spec.replicas=1..3', 3);
		await until(opened, `document.querySelector('.problem')?.innerText.includes('the files have no deployment/none')`);
		await click(opened, '#back');
		await until(opened, `document.querySelector('#manifests')?.value.includes('kind: Deployment')`);
		await start('deployment/web spec.replicas=1..3', 1000);
		await until(opened, `document.querySelector('progress')?.value > 0`);
		await opened.page.evaluate(`document.querySelector('#cancel').click()`);
		await until(opened, `document.querySelector('#manifests')?.value.includes('kind: Deployment')`);
		await start('deployment/web spec.replicas=1..3', 3);
		await until(opened, `document.querySelector('.report')?.innerText.includes('3 runs')`);
		t.regex(await textOf(opened, '.report'), /time to Ready[\s\S]*by deployment\/web spec\.replicas/);
		t.deepEqual(offences(opened), []);
	},
);

inEach('a link of another version offers the page of that version, where the site keeps it', async (t, browser) => {
	const opened = await open(t, browser, '#lesson=1&step=2&lang=en&made=0.0.9', {
		beside: {
			'versions.json': '["v0.0"]',
			'v0.0/index.html': '<!doctype html><title>old</title><link rel="icon" href="../icon.svg"><p id="old">0.0',
		},
	});
	await until(opened, `document.querySelector('.made a')`);
	t.is(await textOf(opened, '.made a'), 'Open it with 0.0.9');
	await click(opened, '.made a');
	await until(opened, `document.querySelector('#old')`);
	t.is(await opened.page.evaluate('location.pathname + location.hash'), '/v0.0/#lesson=1&step=2&lang=en&made=0.0.9');
	t.deepEqual(offences(opened), []);
});

inEach(
	'the race and the path of a packet are drawings with words of their own, and nothing moves for readers who want no motion',
	async (t, browser) => {
		const {recording} = raced();
		const opened = await open(t, browser, '#lang=en&recording=race.yaml&stop=4000', {
			beside: {'race.yaml': printRecording(recording)},
		});
		await until(opened, `document.querySelector('.grid .row')`);
		await opened.page.press('8');
		await opened.page.press('T');
		await until(opened, `document.querySelector('.r-network .d-stretch')`);
		t.regex(await textOf(opened, '.r-network .in-words'), /kube-proxy node-a: still sends, \d+ ms[\s\S]*requests: \d+/);
		const lost = must(
			raceOf(recording, must(subjectAt(recording, 4000), 'race'))?.requests.find(({end}) => end?.result === 'refused'),
			'a lost request',
		);
		await click(opened, `.d-hit[data-step="${lost.step}"]`);
		await until(opened, `document.querySelector('.grid').innerText.includes('#${lost.step}')`);
		await opened.page.evaluate(`document.querySelector('.grid').focus()`);
		await opened.page.press('Enter');
		await until(opened, `document.querySelector('.r-network .d-number')`);
		t.regex(await textOf(opened, '.r-network .in-words'), /1\. client[\s\S]*✗ lost at/);
		const moving = `document.querySelector('.d-packet').getAnimations().length`;
		t.is(await opened.page.evaluate(`${moving} <= 1`), true);
		const {wrong} = await accessibility(opened);
		t.deepEqual(wrong, []);
		if (browser.name === 'Chromium') {
			await opened.page.prefer('prefers-reduced-motion', 'reduce');
			await opened.page.press('Escape');
			await until(opened, `document.querySelector('.r-network .d-stretch')`);
			await opened.page.press('Enter');
			await until(opened, `document.querySelector('.r-network .d-number')`);
			t.is(await opened.page.evaluate(moving), 0);
		}

		t.deepEqual(offences(opened), []);
	},
);

inEach(
	'an exam opens from home and by its link, its tasks take manifests, and its progress stays',
	async (t, browser) => {
		const opened = await open(t, browser, '#lang=en');
		await until(opened, `document.querySelectorAll('.exams .item').length >= 4`);
		await opened.page.evaluate(`document.querySelector('.exams').open = true`);
		await click(opened, '.exams .item');
		await until(
			opened,
			`document.querySelector('.r-lesson')?.innerText.includes('Task 1/') && location.hash.includes('exam=')`,
		);
		await click(opened, '#edit');
		await until(opened, inEditor('.cm-content'));
		await type(opened, pod);
		await click(opened, '#apply');
		await until(opened, `/pod\\/a|\\ba\\b.*Running/.test(document.querySelector('.grid').innerText)`);
		await until(opened, `Object.keys(localStorage).some((key) => key.includes('/exams/'))`);
		await opened.page.reload();
		await until(opened, `document.querySelector('.r-lesson')?.innerText.includes('Task 1/')`);
		t.deepEqual(offences(opened), []);
	},
);

inEach('the line for commands recalls them with the arrows', async (t, browser) => {
	const opened = await open(t, browser, '#lesson=1&step=6&lang=en');
	await until(opened, `document.querySelector('.grid .row')`);
	const line = `document.querySelector('.command input').value`;
	for (const command of ['kubectl get nodes', 'kubectl get pods']) {
		/* eslint-disable no-await-in-loop */
		await click(opened, '.command input');
		await type(opened, command);
		await opened.page.press('Enter');
		await until(
			opened,
			`document.querySelector('.grid').innerText.includes('${command === 'kubectl get pods' ? 'web ' : 'node-b   Ready'}')`,
		);
		/* eslint-enable no-await-in-loop */
	}

	await click(opened, '.command input');
	await opened.page.press('ArrowUp');
	await opened.page.press('ArrowUp');
	t.is(await opened.page.evaluate(line), 'kubectl get nodes');
	await opened.page.press('ArrowDown');
	t.is(await opened.page.evaluate(line), 'kubectl get pods');
	await opened.page.press('ArrowDown');
	t.is(await opened.page.evaluate(line), '');
	t.deepEqual(offences(opened), []);
});

inEach('a drill opens from home, and by its link', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en');
	await until(opened, `document.querySelectorAll('.drills .item').length >= 40`);
	await opened.page.evaluate(`document.querySelector('.drills').open = true`);
	await click(opened, '.drills .item');
	await until(opened, `document.querySelector('.grid .row') && location.hash.includes('drill=')`);
	const shown = await textOf(opened, '.r-lesson');
	await opened.page.reload();
	await until(opened, `document.querySelector('.r-lesson')`);
	t.is(await textOf(opened, '.r-lesson'), shown);
	t.deepEqual(offences(opened), []);
});

inEach('bad YAML is refused with its line, and the text stays', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en');
	await until(opened, `document.querySelector('#manifests')`);
	await click(opened, '#manifests');
	await type(opened, 'apiVersion: v1\nkind: [Pod\n');
	await click(opened, '#run');
	await until(opened, `document.querySelector('.problem')`);
	t.regex(await textOf(opened, '.problem'), /manifest\.yaml:\d+/);
	t.regex(String(await opened.page.evaluate(`document.querySelector('#manifests').value`)), /kind: \[Pod/);
});

inEach('mistakes in YAML stand below the text while it is typed, and lead to their line', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en');
	await until(opened, `document.querySelector('#manifests')`);
	await click(opened, '#manifests');
	await type(opened, `# file: a.yaml\n${pod}# file: b.yaml\napiVersion: v1\nkind: a: b\n`);
	await until(opened, `document.querySelector('.as-typed .item')`);
	t.regex(await textOf(opened, '.as-typed .item'), /^b\.yaml:2:7 {2}a mapping/);
	await click(opened, '.as-typed .item');
	const selected = await opened.page.evaluate(
		`(({value, selectionStart, selectionEnd}) => value.slice(selectionStart, selectionEnd))(document.querySelector('#manifests'))`,
	);
	t.is(selected, 'kind: a: b');
	await opened.page.evaluate(`document.querySelector('#manifests').value = ''`);
	await click(opened, '#manifests');
	await type(opened, pod);
	await until(opened, `!document.querySelector('.as-typed .item')`);
	t.deepEqual(offences(opened), []);
});

inEach('a mistake is told in the language of the reader', async (t, browser) => {
	const opened = await open(t, browser, '#lang=zh');
	await until(opened, `document.querySelector('#manifests')`);
	await click(opened, '#manifests');
	await type(opened, 'kind: [Pod\n');
	await until(opened, `document.querySelector('.as-typed .item')`);
	t.regex(await textOf(opened, '.as-typed .item'), /[\u4e00-\u9fff]/);
	await click(opened, '#run');
	await until(opened, `/[\u4e00-\u9fff]/.test(document.querySelector('.problem')?.innerText ?? '')`);
	t.deepEqual(offences(opened), []);
});

inEach('a link to a run opens at its stop', async (t, browser) => {
	const files = {
		'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: [{name: a, image: nginx}]\n',
	};
	const opened = await open(t, browser, `#${await writeLink({files, stop: 2450, language: 'en'})}`);
	await until(opened, `document.querySelector('.grid')?.innerText.includes('#2450')`);
	t.deepEqual(offences(opened), []);
});

inEach('a link of another version opens, and says so until something else is opened', async (t, browser) => {
	const files = {'pod.yaml': pod};
	const opened = await open(t, browser, `#${await writeLink({files, stop: 2450, language: 'en', made: '0.0.9'})}`);
	await until(opened, `document.querySelector('.grid')?.innerText.includes('#2450')`);
	t.is(await textOf(opened, '.top .made'), `made with 0.0.9; this is ${version()}: the run may differ`);
	await until(opened, `location.hash.includes('made=${version()}')`);
	await opened.page.reload();
	await until(opened, `document.querySelector('.grid')?.innerText.includes('#2450')`);
	t.is(await textOf(opened, '.top .made'), '');
	t.deepEqual(offences(opened), []);
});

inEach('a recording opens from a link, and from a file on the server of the page', async (t, browser) => {
	const recorded = recordedRun(pod);
	const opened = await open(t, browser, `#${await writeLink({recorded, stop: 2450, language: 'en'})}`, {
		beside: {'runs/a.yaml': recorded},
	});
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

	t.false(opened.page.requests.some((request) => request.includes('example.com/a')));
});

inEach('on a phone nothing is wider than the screen, and a command can be typed', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en', {isPhone: true});
	const fits = 'document.documentElement.scrollWidth <= innerWidth';
	await until(opened, `document.querySelector('#begin')`);
	t.true(await opened.page.evaluate(fits));
	await click(opened, '#begin');
	await until(opened, `document.querySelector('.grid .row')`);
	t.true(await opened.page.evaluate(fits));
	await click(opened, '.command input');
	// The texts of lessons begin a command with a colon.
	await type(opened, ':kubectl get nodes');
	await opened.page.press('Enter');
	await until(opened, `/node-a\\s+Ready/.test(document.querySelector('.grid').innerText)`);
	t.deepEqual(offences(opened), []);
});

inEach('the page is told in Chinese, and changes its language', async (t, browser) => {
	const opened = await open(t, browser, '#lang=zh&lesson=1');
	await until(opened, `/[\\u4e00-\\u9fff]/.test(document.querySelector('.r-lesson')?.innerText ?? '')`);
	t.is(await opened.page.evaluate('document.documentElement.lang'), 'zh');
	await opened.page.press('Enter');
	await until(opened, `document.querySelector('.grid .wide-run')`);
	// A text takes the columns that it has in a terminal: no gap is behind it, and nothing remains of the text that an element showed before.
	const gaps = `[...document.querySelectorAll('.grid .wide')].map((wide) => {
		const text = document.createRange();
		text.selectNodeContents(wide);
		return Math.abs(wide.getBoundingClientRect().width - text.getBoundingClientRect().width);
	})`;
	t.true(await opened.page.evaluate(`${gaps}.length > 10 && Math.max(...${gaps}) < 4`));
	t.is(await opened.page.evaluate(`document.querySelectorAll('.row > :not(.wide) .wide-run').length`), 0);
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
});

inEach('a key that nothing in the page has focus for is left to the page around it', async (t, browser) => {
	const opened = await open(t, browser, '?embed#lesson=1&lang=en');
	await until(opened, `document.querySelector('.grid .row')`);
	t.is(await opened.page.evaluate(`document.querySelector('#home')`), null);
	await opened.page.evaluate('document.activeElement.blur()');
	await opened.page.press('Enter');
	t.regex(await textOf(opened, '.grid'), /1 of 12/);
});

inEach(
	'the board is a drawing: its token moves along the lines, and stays still for readers who want no motion',
	async (t, browser) => {
		const opened = await open(t, browser, '#lesson=1&step=6&lang=en');
		await until(opened, `document.querySelector('.grid .row')`);
		await opened.page.press('v');
		await until(opened, `document.querySelector('.drawing .d-acts')`);
		t.is(await opened.page.evaluate(`document.querySelector('.d-acts').dataset.box`), 'etcd');
		t.is(await opened.page.evaluate(`document.querySelector('.d-token-label').textContent`), 'pod/web');
		// The same in words, for readers who listen.
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
		await until(opened, `${place} !== ${JSON.stringify(first)}`);
		if (browser.name === 'Chromium') {
			await opened.page.prefer('prefers-reduced-motion', 'reduce');
			await until(opened, `${moving} === 0`);
			t.false((await steps()).includes(1));
		}

		await click(opened, '[data-box=scheduler] .d-title');
		await until(opened, `document.querySelector('[data-box=scheduler].d-selected')`);
		await click(opened, '[data-box=scheduler] .d-title');
		await until(opened, `!document.querySelector('.drawing')`);
		t.deepEqual(offences(opened), []);
	},
);

inEach(
	'home, a report, the editor, a lesson, the board and the menu break no rule of WCAG 2.2 AA, light and dark',
	async (t, browser) => {
		const opened = await open(t, browser, '#lang=en');
		const {page} = opened;
		const check = async (name: string): Promise<void> => {
			const {wrong, passed} = await accessibility(opened);
			t.deepEqual(wrong, [], name);
			t.true(passed >= 5, `${name}: ${passed}`);
		};

		for (const value of browser.name === 'Chromium' ? ['light', 'dark'] : ['light']) {
			/* eslint-disable no-await-in-loop */
			if (browser.name === 'Chromium') {
				await page.prefer('prefers-color-scheme', value);
			}

			await page.evaluate(`location.hash = 'lang=en'`);
			await until(opened, `document.querySelector('#begin')`);
			await check(`${value} home`);
			const wrong = pod.replace('image: nginx', 'image: ngnix');
			await page.evaluate(`document.querySelector('#manifests').value = ${JSON.stringify(wrong)}`);
			await click(opened, '#check');
			await until(opened, `document.querySelector('#back')`);
			await check(`${value} report`);
			await click(opened, '#back');
			await until(opened, `document.querySelector('#explore')`);
			await click(opened, '#explore');
			await until(opened, `document.querySelector('#start')`);
			await check(`${value} explore`);
			await click(opened, '#back');
			await until(opened, `document.querySelector('#run')`);
			await click(opened, '#run');
			await until(opened, `document.querySelector('#edit')`);
			await click(opened, '#edit');
			await until(opened, inEditor('.cm-problem'));
			await check(`${value} editor`);
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
	},
);

/** The keys of the views, and of the lists that open over them. */
const viewKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'v', 'w', 'y', 'a', 'B', '?', 'X'];

inEach('no view of a lesson breaks a rule of WCAG 2.2 AA, light and dark', async (t, browser) => {
	t.timeout(300_000);
	const opened = await open(t, browser, '#lesson=6&step=10&lang=en');
	await until(opened, `document.querySelector('.grid .row')`);
	await opened.page.evaluate(`document.querySelector('.grid').focus()`);
	for (const scheme of browser.name === 'Chromium' ? ['light', 'dark'] : ['light']) {
		for (const key of viewKeys) {
			/* eslint-disable no-await-in-loop */
			if (browser.name === 'Chromium') {
				await opened.page.prefer('prefers-color-scheme', scheme);
			}

			await opened.page.press('Escape');
			await opened.page.press(key);
			await opened.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
			const {wrong} = await accessibility(opened);
			t.deepEqual(wrong, [], `${scheme} ${key}`);
			/* eslint-enable no-await-in-loop */
		}
	}
});

inEach('on a phone and inside another page nothing breaks a rule of WCAG 2.2 AA', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en', {isPhone: true});
	const check = async (name: string): Promise<void> => {
		const {wrong, passed} = await accessibility(opened);
		t.deepEqual(wrong, [], name);
		t.true(passed >= 5, `${name}: ${passed}`);
	};
	await until(opened, `document.querySelector('#begin')`);
	await check('home');
	await opened.page.evaluate(`location.href = '?embed&theme=dark#lesson=1&step=6&lang=en'`);
	await until(opened, `location.search !== '' && document.querySelector('.grid .row')`);
	await check('lesson');
	await opened.page.evaluate(`document.querySelector('.grid').focus()`);
	await opened.page.press('v');
	await until(opened, `document.querySelector('.drawing .d-acts')`);
	await check('board');
});

inEach('after the first visit the page works without its server', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en');
	await until(opened, `document.querySelector('#begin')`);
	await until(
		opened,
		`caches.keys().then(async ([name]) => name && (await (await caches.open(name)).keys()).length > 20) && navigator.serviceWorker.controller`,
	);
	await opened.cut();
	await opened.page.reload();
	await until(opened, `document.querySelector('#begin')`);
	await click(opened, '#begin');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('1 of 12')`);
	t.deepEqual(
		opened.page.requests.filter((request) => !/^(?:data:|http:\/\/localhost:)/.test(request)),
		[],
	);
});

inEach('where storage is forbidden the page says so, and a lesson plays', async (t, browser) => {
	const opened = await open(t, browser, '#lang=en', {
		before: `Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('denied', 'SecurityError'); }})`,
	});
	await until(opened, `document.querySelector('#begin')`);
	t.regex(await textOf(opened, 'body'), /stores nothing for this page/);
	await click(opened, '#begin');
	await until(opened, `document.querySelector('.grid')?.innerText.includes('1 of 12')`);
	t.deepEqual(offences(opened), []);
});

inEach('an element of another page shows a lesson, and tells it what happens', async (t, browser) => {
	const opened = await open(t, browser, 'article.html', {
		beside: {
			'article.html':
				'<!doctype html><title>An article</title><script type="module" src="embed.js"></script><k8s-walkthrough lesson="1" lang="en" height="600"></k8s-walkthrough><script>var told = []; for (const type of ["step", "answered", "done"]) addEventListener(type, (event) => told.push(type + " " + event.detail.link + " " + event.detail.correct))</script>',
		},
	});
	const inside = `document.querySelector('iframe')?.contentDocument.querySelector('.grid')`;
	await until(opened, `${inside}?.innerText.includes('1 of 12')`);
	t.is(await opened.page.evaluate(`document.querySelector('iframe').getBoundingClientRect().height`), 602);
	// It uses no keys of the page around it.
	t.is(await opened.page.evaluate('document.activeElement.tagName'), 'BODY');
	// Its keys and its line for commands are in view: a frame in an article is not scrolled first.
	await opened.page.evaluate(`document.querySelector('k8s-walkthrough').setAttribute('height', '480')`);
	await until(
		opened,
		`${inside}.ownerDocument.querySelector('.command').getBoundingClientRect().bottom <= document.querySelector('iframe').clientHeight`,
	);
	const press = (key: string) => `${inside}.ownerDocument.querySelector('.bar [data-key=${key}]').click()`;
	await opened.page.evaluate(press('return'));
	await until(opened, `${inside}.innerText.includes('a whole cluster at rest')`);
	await opened.page.evaluate(press('return'));
	await until(opened, `told.some((line) => line.startsWith('step lesson=1&step=2'))`);
	await opened.page.evaluate(`document.querySelector('k8s-walkthrough').setAttribute('step', '6')`);
	await until(opened, `told.some((line) => line.startsWith('step lesson=1&step=6'))`);
	t.true(await opened.page.evaluate(`${inside}.innerText.includes('Which component changes the Pod next?')`));
	await opened.page.evaluate(press('return'));
	// The options of a question are shuffled.
	await until(opened, `told.some((line) => /^answered lesson=1&step=6.* (?:true|false)$/.test(line))`);
	const isRight = await opened.page.evaluate(`told.some((line) => / true$/.test(line))`);
	t.is(await opened.page.evaluate(`/^ ✓/m.test(${inside}.innerText)`), isRight);
});

inEach('the page of examples shows its elements under its own policy, and lists their events', async (t, browser) => {
	const opened = await open(t, browser, 'examples.html');
	const frames = `[...document.querySelectorAll('iframe')]`;
	await until(opened, `${frames}[0]?.contentDocument?.querySelector('.grid')?.innerText.includes('6 of 12')`);
	await until(opened, `/^step lesson=1&step=6/m.test(document.querySelector('#events').innerText)`);
	t.is(await opened.page.evaluate(`${frames}.length`), 2);
	t.deepEqual(offences(opened), []);
});

const program: ContainerProgram = function* ({listen, log, terminated, random}) {
	yield* listen(8080, ({query}) => `Hello, ${query['name']}!`);
	yield* log(`ready ${random()}`);
	yield* terminated();
};

/** A run of the library, as a function that a page can have as text. @returns the client's view, and the recording */
const greeting = (Library: Pick<typeof import('../library/library.js'), 'Cluster'>, hello: ContainerProgram) => {
	const cluster = Library.Cluster.create({seed: 3, programs: {hello}});
	cluster.kubectl('run hello --image=hello --port=8080 --expose');
	cluster.kubectl('run client --image=busybox:1.37 -- sleep 3600');
	cluster.rest();
	const {stdout} = cluster.kubectl('exec client -- wget -qO- http://hello:8080/?name=Anna');
	return [stdout, cluster.kubectl('logs hello').stdout, cluster.recording()];
};

inEach('the library runs in a page of others as it runs in Node', async (t, browser) => {
	const opened = await open(t, browser, 'app.html', {
		beside: {
			'app.html':
				'<!doctype html><title>An application</title><link rel="icon" href="icon.svg"><script type="module" src="app.js"></script>',
			'app.js': `import * as library from './cluster.js';
globalThis.seen = (${String(greeting)})(library, ${String(program)});`,
		},
	});
	await until(opened, 'globalThis.seen');
	const seen = await opened.page.evaluate('seen');
	t.deepEqual(seen, greeting({Cluster}, program));
	t.is(Array.isArray(seen) ? seen[0] : '', 'Hello, Anna!');
	t.deepEqual(offences(opened), []);
});

inEach('a program that a bundler makes has the library from the package, as in Node', async (t, browser) => {
	const {outputFiles} = await build({
		stdin: {
			contents: `import * as library from 'k8s-walkthrough/web';
globalThis.seen = (${String(greeting)})(library, ${String(program)});`,
			resolveDir: root,
		},
		bundle: true,
		write: false,
		format: 'esm',
		platform: 'browser',
		absWorkingDir: root,
		logLevel: 'error',
	});
	const opened = await open(t, browser, 'app.html', {
		beside: {
			'app.html':
				'<!doctype html><title>An application</title><link rel="icon" href="icon.svg"><script type="module" src="app.js"></script>',
			'app.js': must(outputFiles[0], 'a program').text,
		},
	});
	await until(opened, 'globalThis.seen');
	t.deepEqual(await opened.page.evaluate('seen'), greeting({Cluster}, program));
	t.deepEqual(offences(opened), []);
});

inEach('the page of own programs runs each example, with the fingerprints of Node', async (t, browser) => {
	const opened = await open(t, browser, 'programs.html');
	await until(opened, `document.querySelectorAll('.output').length === ${ownPrograms.length}`);
	await until(
		opened,
		`[...document.querySelectorAll('.output')].every(({innerText}) => /fingerprint: /.test(innerText))`,
	);
	const shown = await opened.page.evaluate(`[...document.querySelectorAll('.output')].map(({innerText}) => innerText)`);
	t.deepEqual(shown, ownPrograms.map(transcriptOf));
	const {wrong} = await accessibility(opened);
	t.deepEqual(wrong, []);
	t.deepEqual(offences(opened), []);
});
