import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {get} from 'node:https';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {installed} from '../testing/installed.js';
import {hasTmux, Tmux} from '../testing/tmux.js';
import {whileServed} from './served.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const manifest = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: web, image: "nginx:1.27"}
`;

/** The size that the archive may have: one download is all that `npx` waits for. */
const archiveBytes = 3 * 1024 * 1024;

/** The body of an answer to a client without credentials. */
const got = (url: string): Promise<string> =>
	new Promise((resolve, reject) => {
		get(url, {rejectUnauthorized: false}, (response) => {
			let text = '';
			response.setEncoding('utf8').on('data', (part) => {
				text += String(part);
			});
			response.on('end', () => {
				resolve(text);
			});
		}).on('error', reject);
	});

test.serial('the package installs offline with an empty cache, and its commands run from it alone', async (t) => {
	const {folder, bytes} = installed();
	t.true(bytes <= archiveBytes, `${bytes} bytes`);
	const program = path.join(folder, 'node_modules/k8s-walkthrough/dist/bundle/cli.js');
	const run = (...args: readonly string[]): string =>
		execFileSync(process.execPath, [program, ...args], {cwd: folder, encoding: 'utf8'});
	writeFileSync(path.join(folder, 'web.yaml'), manifest);

	t.regex(run('trace', 'web.yaml'), /^done: /m);
	const lesson = 'node_modules/k8s-walkthrough/lessons/01-a-pod/lesson.yaml';
	t.regex(run('lessons', 'check', '--jobs', '2', lesson), /^✓ 01-a-pod /);
	const kubeconfig = path.join(folder, 'kubeconfig');
	let version = '';
	const serving = async (): Promise<void> => {
		const [, address = ''] = /server: (\S+)/.exec(readFileSync(kubeconfig, 'utf8')) ?? [];
		version = await got(`${address}/version`);
	};

	const {code} = await whileServed(kubeconfig, [path.join(folder, 'web.yaml')], serving, program);
	t.is(code, 0);
	t.regex(version, /"gitVersion": ?"v1\.36\./);

	if (!hasTmux) {
		t.log('SKIPPED: tmux is not installed, so the screen of the installed package was not tried');
		return;
	}

	const terminal = new Tmux();
	t.teardown(() => {
		terminal.close();
	});
	await terminal.until(/[#$]$/m);
	terminal.line(`clear; '${process.execPath}' '${program}' run '${path.join(folder, 'web.yaml')}'; echo "ended $?"`);
	await terminal.until(/─ kubectl\.kubeconfig ─/);
	terminal.key('q');
	await terminal.until(/ended 0/);
});

test('the package has no dependencies, and the lock file pins each package of the build by its bytes', (t) => {
	const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
	t.false(Object.keys(Object(read('package.json'))).includes('dependencies'));
	const {devDependencies}: {readonly devDependencies: Readonly<Record<string, string>>} = Object(read('package.json'));
	t.deepEqual(
		Object.entries(devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
		[],
	);
	const {packages}: {readonly packages: Readonly<Record<string, {integrity?: string; resolved?: string}>>} = Object(
		read('package-lock.json'),
	);
	const others = Object.entries(packages).filter(([name]) => name !== '');
	t.deepEqual(
		others.filter(([, {integrity, resolved}]) => !integrity?.startsWith('sha512-') || resolved !== undefined),
		[],
	);
});
