import {spawn, type ChildProcess} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {request} from 'node:https';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {parse} from 'yaml';
import {splitWords} from '../kubectl/command-line/split-words.js';
import {Cluster} from '../library/library.js';
import {blockAfter, documents, exampleApplication, exampleLines, examplePod} from '../testing/manual-lines.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {until} from '../testing/until.js';

// Examples that write files, print lists or serve: each runs as a program of its own, in a folder with the files that its page names.

const program = fileURLToPath(new URL('../cli.js', import.meta.url));
const folder = temporaryFolder();
put(folder, 'web.yaml', examplePod);
put(folder, 'shop.yaml', exampleApplication('shop', 'nginx:1.27'));
put(folder, 'packed.yaml', blockAfter('schedulers', '# packed.yaml'));
put(folder, 'arrivals.csv', blockAfter('schedulers', 'at,name'));
put(folder, 'cluster.yaml', blockAfter('scenarios', 'admission:'));

/** A dump as the manual makes it, by a simulated kubectl on a cluster with a Pod. */
const dump = (): string => {
	const cluster = Cluster.create();
	cluster.apply(examplePod);
	cluster.rest();
	const listed = cluster.kubectl('api-resources --verbs=list -o name').stdout.trim().split('\n');
	return cluster.kubectl(`get ${listed.filter((name) => name !== 'componentstatuses').join(',')} -A -o json`).stdout;
};

interface Running {
	readonly child: ChildProcess;
	out: string;
	err: string;
	code?: number | null;
}

const start = (words: readonly string[]): Running => {
	const child = spawn(process.execPath, [program, ...words], {
		cwd: folder,
		env: {...process.env, HOME: folder, XDG_DATA_HOME: path.join(folder, 'data'), NO_COLOR: '1'},
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	const running: Running = {child, out: '', err: ''};
	child.stdout?.on('data', (bytes: Buffer) => {
		running.out += String(bytes);
	});
	child.stderr?.on('data', (bytes: Buffer) => {
		running.err += String(bytes);
	});
	child.on('close', (code) => {
		running.code = code;
	});
	return running;
};

const shown = ({out, err}: Running): string => `${out.slice(-800)}${err.slice(-800)}`;

const ended = async (running: Running): Promise<Running> => {
	await until(() => running.code !== undefined, {shown: () => shown(running)});
	return running;
};

/** A server of an example on a free port, once clients can connect. */
const served = async (words: string): Promise<Running> => {
	const server = start([...splitWords(words).slice(1), '--port', '0']);
	await until(() => /Ctrl-C|localhost:\d+/.test(server.out) || server.code !== undefined, {shown: () => shown(server)});
	return server;
};

const stopped = async (server: Running): Promise<Running> => {
	server.child.kill('SIGINT');
	return ended(server);
};

const lines = documents.flatMap((document) => exampleLines(document));

/** Examples that end; `explore` has only as many runs as a test can wait for. */
const ending = lines.filter(
	({words}) =>
		/^k8s-walkthrough (?:record|export|compare|explore|assets|web build|drills|lessons|progress|run --from)/.test(
			words,
		) || /^k8s-walkthrough (?:exam$|trace .*--from|--lang \w+ trace|check .*--kubernetes)/.test(words),
);

/** Words of the output, where they say more than that the example ended with 0. */
const outputs: ReadonlyArray<readonly [words: RegExp, output: RegExp]> = [
	[/^k8s-walkthrough drills/, /level 3/],
	[/^k8s-walkthrough lessons/, /25-/],
	[/^k8s-walkthrough exam$/, /cka-1/],
	[/^k8s-walkthrough progress check/, /ada {2}0 done/],
	[/compare .*--from/, /1 Pod on 3 nodes/],
	[/--replay-pods/, /11 Pods on 3 nodes/],
	[/explore deletion/, /3 runs/],
	[/drain node-b/, /node\/node-b drained/],
	[/--lang ru trace/, /готово|выполнено|done/i],
	[/1\.33\.\.1\.37/, /1\.37/],
];

test.before(() => {
	put(folder, 'dump.json', dump());
	put(folder, 'k8s.yaml', examplePod);
});

for (const {words, to} of ending) {
	test.serial(`${words} ends as its page says`, async (t) => {
		// The logs of a Job: the results of its shards, one after the other.
		if (words.endsWith('merge results')) {
			const shards = ['results-1', 'results-2'].map((name) => readFileSync(path.join(folder, name), 'utf8'));
			put(folder, 'results', shards.join(''));
		}

		const quick = words.replace(/--seeds \d+/, '--seeds 3').replace(/ k8s\/ /, ' k8s.yaml ');
		const {code, out, err} = await ended(start(splitWords(quick).slice(1)));
		t.is(code, 0, `${out.slice(-600)}${err}`);
		t.regex(out, outputs.find(([line]) => line.test(words))?.[1] ?? /^/);
		if (to !== undefined) {
			put(folder, to, out);
		}
	});
}

test.serial('the files that the examples write have their formats', (t) => {
	t.true(ending.length >= 18);
	for (const [name, content] of [
		['there.yaml', /redact|seed:/],
		['binding.md', /scheduler/],
		['created.mmd', /sequenceDiagram/],
		['web.html', /<html/],
		['created.svg', /<svg/],
		['web.cast', /"version": ?[23]/],
		['trace.json', /traceEvents|"ph"/],
		['spans.json', /resourceSpans/],
		['site/index.html', /<html/i],
	] as const) {
		t.regex(readFileSync(path.join(folder, name), 'utf8'), content, name);
	}
});

/** Sends a request by the credentials of the kubeconfig. @returns the status */
const send = async (line: string, client: string, body = ''): Promise<number | undefined> => {
	const {clusters, users} = parse(readFileSync(path.join(folder, 'kubeconfig'), 'utf8')) as {
		clusters: Array<{cluster: {server: string; 'certificate-authority-data': string}}>;
		users: Array<{user: {'client-certificate-data': string; 'client-key-data': string}}>;
	};
	const [cluster, user] = [clusters[0]?.cluster, users[0]?.user];
	const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64');
	const [method, where = ''] = line.split(' ');
	return new Promise((resolve, reject) => {
		const sent = request(
			`${cluster?.server}${where}`,
			{
				method,
				ca: bytes(cluster?.['certificate-authority-data']),
				cert: bytes(user?.['client-certificate-data']),
				key: bytes(user?.['client-key-data']),
				headers: {'content-type': 'application/yaml', 'user-agent': client},
			},
			(answer) => {
				answer.resume();
				resolve(answer.statusCode);
			},
		);
		sent.on('error', reject);
		sent.end(body);
	});
};

const deployment = exampleApplication('web', 'nginx:1.27').split('---')[0];

/** Runs `ctl` with the lines of its page, while a client creates the Deployment that they expect. */
const steer = async (t: ExecutionContext, port: string): Promise<void> => {
	const control = lines.filter(({words}) => words.startsWith('k8s-walkthrough ctl '));
	t.true(control.length >= 7);
	t.is(await send('GET /api/v1/nodes', 'my-operator/1.0'), 200);
	let created: Promise<number | undefined> | undefined;
	for (const {words, to} of control) {
		if (/ctl wait/.test(words)) {
			created = send('POST /apis/apps/v1/namespaces/default/deployments', 'kubectl/v1.36.0', deployment);
		}

		// eslint-disable-next-line no-await-in-loop
		const {code, out, err} = await ended(start(['ctl', '--port', port, ...splitWords(words).slice(2)]));
		t.is(code, 0, `${words}\n${out}${err}`);
		if (to !== undefined) {
			put(folder, to, out);
		}
	}

	const answered = Promise.race([created, new Promise((resolve) => setTimeout(resolve, 60_000, 'no answer').unref())]);
	t.is(await answered, 201, 'the held request continues');
	const replayed = await ended(start(['replay', 'session.yaml']));
	t.is(replayed.code, 0, shown(replayed));
};

for (const {words} of lines.filter((line) => /^k8s-walkthrough (?:serve|web(?! build))/.test(line.words))) {
	test.serial(`${words} listens until Ctrl-C`, async (t) => {
		const server = await served(words.replace(' --port 0', ''));
		t.teardown(() => {
			server.child.kill();
		});
		t.is(server.code, undefined, shown(server));
		const port = /(?:127\.0\.0\.1|localhost):(\d+)/.exec(server.out)?.[1] ?? '';
		t.not(port, '');
		if (words.includes('--control')) {
			await steer(t, port);
		}

		await stopped(server);
		// The signal itself may end `web` before the program has a handler for it.
		t.true(server.code === 0 || (words.includes(' web') && server.child.signalCode === 'SIGINT'), shown(server));
	});
}
