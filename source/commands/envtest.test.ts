import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {execFile} from 'node:child_process';
import {EventEmitter, once} from 'node:events';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {CertificateAuthority} from '../serve/certificates.js';
import {languageOf} from '../stages/language.js';
import {json, send} from '../testing/https-client.js';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {writeAssets} from './assets.js';
import {helpOf, readFlags, scenarioOfFlags, serverFlags} from './envtest-flags.js';
import {runEnvtestProgram, type EnvtestProgram, type EnvtestSetup} from './envtest.js';

/** Runs a program while `use` talks to the address that it prints. */
const running = async (
	program: EnvtestProgram,
	words: readonly string[],
	setup: EnvtestSetup,
	use: (address: string) => Promise<void>,
): Promise<{readonly code: number; readonly warned: string}> => {
	let [printed, warned] = ['', ''];
	const events = new EventEmitter();
	const ending = once(events, 'end');
	const ended = runEnvtestProgram(program, words, setup, {
		write(text) {
			printed += text;
			if (/https?:\S+/.test(printed)) {
				events.emit('begin');
			}
		},
		warn(text) {
			warned += text;
		},
		language: languageOf(undefined),
		ended: ending.then(() => 'SIGTERM'),
	});
	try {
		await Promise.race([/https?:\S+/.test(printed) || once(events, 'begin'), ended]);
		await use(/https?:\S+/.exec(printed)?.[0] ?? '');
	} finally {
		events.emit('end');
	}

	return {code: await ended, warned};
};

const flagTables: ReadonlyArray<readonly [words: readonly string[], flags: Readonly<Record<string, string>>]> = [
	[['--secure-port=6443'], {'secure-port': '6443'}],
	[['--secure-port', '6443', '--allow-privileged'], {'secure-port': '6443', 'allow-privileged': 'true'}],
	[['--a=b=c', '-v=2'], {a: 'b=c', v: '2'}],
	[['--allow-privileged', '--cert-dir=/x'], {'allow-privileged': 'true', 'cert-dir': '/x'}],
	[[], {}],
];

for (const [words, flags] of flagTables) {
	test(`the flags ${words.join(' ') || '(none)'} are read`, (t) => {
		t.deepEqual(Object.fromEntries(readFlags(words)), flags);
	});
}

test('a kube-apiserver that is started without a cluster stands alone, with the admission and authorization that flags name', (t) => {
	const scenario = scenarioOfFlags(
		readFlags([
			'--disable-admission-plugins=ServiceAccount',
			'--enable-admission-plugins=AlwaysPullImages,NodeRestriction',
			'--authorization-mode=RBAC',
		]),
	);
	t.deepEqual(scenario.nodes, []);
	t.deepEqual(scenario.components, []);
	t.deepEqual(scenario.admission.disable, ['ServiceAccount']);
	t.deepEqual(scenario.admission.enable, ['AlwaysPullImages', 'NodeRestriction']);
	t.deepEqual(scenario.authorization?.modes, ['RBAC']);
});

test('what a flag cannot mean is said in the words of the kube-apiserver', (t) => {
	const wrong = (...words: string[]) => t.throws(() => scenarioOfFlags(readFlags(words)))?.message ?? '';
	t.regex(
		wrong('--enable-admission-plugins=AlwaysPullImage'),
		/enable-admission-plugins plugin "AlwaysPullImage" is unknown/,
	);
	t.regex(wrong('--authorization-mode=RBCA'), /"RBCA" is not a valid mode/);
	t.regex(wrong('secure-port'), /"secure-port" is not a flag/);
});

test('help lists what has an effect, and not what Kubernetes has removed', (t) => {
	const help = helpOf('kube-apiserver', serverFlags);
	t.regex(help, /^ *--secure-port\b/m);
	t.notRegex(help, /^ *--insecure-port\b/m);
});

test('a kube-apiserver has the certificate that it is given, knows clients of the authority that it is given, and runs no controllers', async (t) => {
	const folder = temporaryFolder();
	const [own, clients] = [new CertificateAuthority(), new CertificateAuthority()];
	const {certificate, key} = own.server(['127.0.0.1']);
	writeFileSync(path.join(folder, 'apiserver.crt'), certificate);
	writeFileSync(path.join(folder, 'apiserver.key'), key);
	writeFileSync(path.join(folder, 'clients.crt'), clients.certificate);
	const words = [
		'--secure-port=0',
		`--cert-dir=${folder}`,
		`--client-ca-file=${path.join(folder, 'clients.crt')}`,
		'--disable-admission-plugins=ServiceAccount',
		'--etcd-servers=http://127.0.0.1:1',
		'--feature-gates=Some=true',
	];
	const {code, warned} = await running('kube-apiserver', words, {record: folder}, async (server) => {
		const {certificate: cert, key: hers} = clients.client({commonName: 'jane', organizations: ['system:masters']});
		const as = {token: '', cert, key: hers, headers: {'content-type': 'application/json'}};
		const world = {server, authority: own};
		const review = {apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview'};
		const answer = await send(world, 'POST /apis/authentication.k8s.io/v1/selfsubjectreviews', {
			...as,
			body: JSON.stringify(review),
		});
		t.is(json(answer)['status'].userInfo.username, 'jane');
		const spec = {
			selector: {matchLabels: {a: 'b'}},
			template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'c', image: 'nginx'}]}},
		};
		const made = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}, spec};
		const created = await send(world, 'POST /apis/apps/v1/namespaces/default/deployments', {
			...as,
			body: JSON.stringify(made),
		});
		t.is(created.status, 201);
		t.deepEqual(json(await send(world, 'GET /apis/apps/v1/replicasets', as))['items'], []);
		t.deepEqual(json(await send(world, 'GET /api/v1/nodes', as))['items'], []);
		t.is((await send(world, 'GET /healthz', {token: ''})).status, 200);
	});
	t.is(code, 0);
	t.is(warned, 'kube-apiserver: --feature-gates has no effect on a simulated cluster\n');
	t.deepEqual(
		readdirSync(folder).filter((name) => name.startsWith('kube-apiserver-0-')).length,
		1,
		'a recording of the session',
	);
});

test('an etcd is healthy, and says where what is stored is', async (t) => {
	const {code} = await running('etcd', ['--listen-client-urls=http://127.0.0.1:0'], {}, async () => {
		t.pass();
	});
	t.is(code, 0);
	await t.throwsAsync(
		running('etcd', ['--listen-client-urls=127.0.0.1'], {}, async () => {}),
		{message: /"127.0.0.1" is not an address/},
	);
});

test('assets are programs that start this one, also where paths have blanks and quotes', async (t) => {
	const folder = path.join(temporaryFolder(), "it's here");
	const files = writeAssets({
		folder,
		command: [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--'],
	});
	t.deepEqual(
		files.map((file) => path.basename(file)),
		['kube-apiserver', 'etcd', 'kubectl'],
	);
	const [server = ''] = files;
	t.is(statSync(server).mode & 0o111, 0o111);
	const {stdout} = await promisify(execFile)(server, ['--secure-port=1', 'a b']);
	t.deepEqual(JSON.parse(stdout), ['assets', 'run', 'kube-apiserver', '--secure-port=1', 'a b']);
});
