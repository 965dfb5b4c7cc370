import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, openSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {temporaryFolder} from './testing/temporary-folder.js';

const cli = fileURLToPath(new URL('cli.js', import.meta.url));
const manifest = path.join(temporaryFolder(), 'web.yaml');
writeFileSync(
	manifest,
	'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 3\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: main, image: nginx:1.27}]}\n',
);

test('whoever stops reading ends the command without a word', async (t) => {
	const child = spawn(process.execPath, [cli, 'trace', manifest], {stdio: ['ignore', 'pipe', 'pipe']});
	let err = '';
	child.stderr.on('data', (data: Buffer) => {
		err += String(data);
	});
	child.stdout.once('data', () => {
		child.stdout.destroy();
	});
	await once(child, 'close');
	t.is(err, '');
});

(existsSync('/dev/full') ? test : test.skip)(
	'a disk that is full ends a command with one line and exit code 1',
	async (t) => {
		const child = spawn(process.execPath, [cli, 'trace', manifest], {
			stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
		});
		let err = '';
		child.stderr?.on('data', (data: Buffer) => {
			err += String(data);
		});
		const [code] = await once(child, 'close');
		t.is(code, 1);
		t.is(err, 'the output cannot be written: ENOSPC: no space left on device, write\n');
	},
);

test('standard input is read when a file is named -', async (t) => {
	const child = spawn(process.execPath, [cli, 'trace', '-'], {stdio: ['pipe', 'pipe', 'inherit']});
	let out = '';
	child.stdout.on('data', (data: Buffer) => {
		out += String(data);
	});
	child.stdin.end('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: piped}\n');
	const [code] = await once(child, 'close');
	t.is(code, 0);
	t.regex(out, /✓ configmap\/default\/piped {2}stored/);
});

test('an interrupt ends a command at once', async (t) => {
	const child = spawn(process.execPath, [cli, 'trace', '-'], {stdio: ['pipe', 'ignore', 'inherit']});
	const closed = once(child, 'close');
	await new Promise((resolve) => {
		setTimeout(resolve, 300);
	});
	child.kill('SIGINT');
	const [code, signal] = await closed;
	t.true(signal === 'SIGINT' || code === 130);
});

test('Ctrl-C while a check is being loaded is answered in a line', async (t) => {
	// Sends the signal as soon as the program listens to it.
	const hook =
		'import process from "node:process";process.once("newListener",(name)=>{if(name==="SIGINT")setImmediate(()=>process.kill(process.pid,"SIGINT"))})';
	const words = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, cli, 'check', '-'];
	const child = spawn(process.execPath, words, {stdio: ['pipe', 'ignore', 'pipe']});
	let told = '';
	child.stderr.on('data', (data: Buffer) => {
		told += String(data);
	});
	const [code] = await once(child, 'close');
	t.is(code, 130);
	t.is(told, 'Ctrl-C: no file has been read yet\n');
});

const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('in a folder that has been removed, the program says so in two lines', (t) => {
	const home = temporaryFolder();
	const words = `mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone" && exec "$2" "$3" check a.yaml`;
	const {status, stderr} = spawnSync('sh', ['-c', words, 'sh', home, process.execPath, cli], {encoding: 'utf8'});
	t.is(stderr, 'the current folder does not exist any more\n  change to another one\n');
	t.is(status, 2);
});
