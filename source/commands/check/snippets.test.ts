import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {parse} from 'yaml';
import {packageFile} from '../../kernel/node-platform.js';
import {nestedField, nestedSlice, nestedString} from '../../objects/unstructured.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';

const cli = fileURLToPath(new URL('../../cli.js', import.meta.url));
const manual = readFileSync(packageFile('source/manual/check.md'), 'utf8');
const folder = temporaryFolder();

/** The snippet of the manual for a file. */
const snippet = (file: string): string =>
	[...manual.matchAll(/^```(?:yaml|make|json)\n(?:#|\/\/) (\S+)\n([^]*?)\n```$/gm)].find(
		([, name]) => name === file,
	)?.[2] ?? '';

/** A project with a Service that selects nothing; npx finds this program there. */
const project = (): {readonly at: string; readonly env: NodeJS.ProcessEnv} => {
	const bin = path.join(folder, 'bin');
	mkdirSync(bin, {recursive: true});
	mkdirSync(path.join(folder, 'deploy'), {recursive: true});
	writeFileSync(
		path.join(folder, 'deploy/web.yaml'),
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: web, image: "nginx:1.27"}]}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  selector: {app: wbe}\n  ports: [{port: 80}]\n',
	);
	const npx = path.join(bin, 'npx');
	writeFileSync(
		npx,
		`#!/bin/sh\n[ "$1" = k8s-walkthrough ] || exit 127\nshift\nexec '${process.execPath}' '${cli}' "$@"\n`,
	);
	chmodSync(npx, 0o755);
	return {at: folder, env: {...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`}};
};

/** Runs a line of a snippet as a job does. */
const shell = (line: string) => {
	const {at, env} = project();
	const {status, stdout, stderr} = spawnSync('sh', ['-ec', line], {cwd: at, env, encoding: 'utf8'});
	return {status, stdout, stderr};
};

const unixTest = process.platform === 'win32' ? test.serial.skip : test.serial;

unixTest('the GitHub workflow annotates, fails, and leaves SARIF behind', (t) => {
	const workflow: unknown = parse(snippet('.github/workflows/manifests.yaml'));
	const steps = nestedSlice(workflow, 'jobs', 'check', 'steps');
	const [annotate = '', sarif = ''] = steps.flatMap((step) => nestedString(step, 'run') ?? []);
	const {status, stdout, stderr} = shell(annotate);
	t.is(status, 1, stderr);
	t.regex(stdout, /^::error file=deploy\/web\.yaml,line=10,/m);
	t.is(shell(sarif).status, 0);
	const upload = steps.find((step) => nestedField(step, 'with', 'sarif_file') !== undefined);
	const file = nestedString(upload, 'with', 'sarif_file') ?? '';
	const report: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
	t.is(nestedSlice(report, 'runs')[0] === undefined, false);
});

unixTest('the GitLab job fails and leaves its report behind', (t) => {
	const job: unknown = parse(snippet('.gitlab-ci.yml'));
	const [line] = nestedSlice(job, 'manifests', 'script');
	t.is(shell(String(line)).status, 1);
	const file = nestedString(job, 'manifests', 'artifacts', 'reports', 'codequality') ?? '';
	const issues: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
	t.like(issues, [{check_name: 'W012-service-selects-nothing', location: {path: 'deploy/web.yaml'}}]);
});

unixTest('the hook of pre-commit runs what the repository offers under its id', (t) => {
	const config: unknown = parse(snippet('.pre-commit-config.yaml'));
	const [hook] = nestedSlice(nestedSlice(config, 'repos')[0], 'hooks');
	const offered: unknown = parse(readFileSync(packageFile('.pre-commit-hooks.yaml'), 'utf8'));
	const own = Array.isArray(offered)
		? offered.find((one: unknown) => nestedString(one, 'id') === nestedString(hook, 'id'))
		: undefined;
	t.like(own, {language: 'node', pass_filenames: false, types_or: ['yaml', 'json']});
	const entry = nestedString(own, 'entry') ?? '';
	for (const args of [nestedSlice(hook, 'args'), nestedSlice(own, 'args')]) {
		const {status, stdout} = shell(`npx ${entry} ${args.join(' ')}`);
		t.is(status, 1, stdout);
		t.regex(stdout, /W012-service-selects-nothing/);
	}
});

unixTest('the target of Make fails with the findings', (t) => {
	const {at, env} = project();
	writeFileSync(path.join(at, 'Makefile'), `${snippet('Makefile')}\n`);
	const {status, stdout} = spawnSync('make', ['check-manifests'], {cwd: at, env, encoding: 'utf8'});
	t.not(status, 0);
	t.regex(stdout, /W012-service-selects-nothing/);
});

unixTest('the problem matcher of VS Code finds file, line, column, severity, code and message', (t) => {
	const tasks: unknown = JSON.parse(snippet('.vscode/tasks.json'));
	const [task] = nestedSlice(tasks, 'tasks');
	const {stdout} = shell(nestedString(task, 'command') ?? '');
	const pattern = nestedField(task, 'problemMatcher', 'pattern');
	const part = (name: string): number => Number(nestedField(pattern, name));
	const found = stdout
		.split('\n')
		.flatMap((line) => {
			const match = new RegExp(nestedString(pattern, 'regexp') ?? '').exec(line);
			return match ? [match] : [];
		})
		.map((match) =>
			['severity', 'file', 'line', 'column', 'endColumn', 'code', 'message'].map((name) => match[part(name)]),
		);
	t.deepEqual(found, [
		['error', 'deploy/web.yaml', '10', '14', '23', 'W012-service-selects-nothing', 'selects no Pod: app=wbe'],
	]);
});

unixTest('kubectl finds the plug-in, where kubectl is installed', (t) => {
	const {at, env} = project();
	const plugin = path.join(at, 'bin/kubectl-walkthrough');
	writeFileSync(plugin, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
	chmodSync(plugin, 0o755);
	try {
		execFileSync('kubectl', ['version', '--client'], {env, stdio: 'ignore'});
	} catch {
		t.pass('there is no kubectl');
		return;
	}

	const {status, stdout} = spawnSync('kubectl', ['walkthrough', 'check', 'deploy/web.yaml'], {
		cwd: at,
		env,
		encoding: 'utf8',
	});
	t.is(status, 1);
	t.regex(stdout, /W012-service-selects-nothing/);
});
