import test from 'ava';
import {gzipSync} from 'node:zlib';
import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {archiveOf} from '../../go/tar-archive.js';
import {bytesOfText} from '../../kernel/byte-text.js';
import {runCommand} from '../../testing/command-line.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';

const folder = temporaryFolder();
const before = process.env['PATH'];

/** Puts a program that prints this text at the beginning of the path; `AROUND` is replaced by the folder in its last argument. */
const install = (name: string, text: string): void => {
	const bin = path.join(folder, `bin-${name}`);
	mkdirSync(bin, {recursive: true});
	writeFileSync(path.join(bin, 'output'), text);
	const script = path.join(bin, name);
	writeFileSync(script, `#!/bin/sh\nexec /bin/cat ${path.join(bin, 'output')}\n`);
	chmodSync(script, 0o755);
	process.env['PATH'] = bin;
};

test.afterEach.always(() => {
	process.env['PATH'] = before;
});

const service =
	'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports: [{port: 80}]\n  selector: {app: wbe}\n';
const pod =
	'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec:\n  containers: [{name: main, image: nginx:1.27}]\n';

test.serial('places in what kustomize builds are led back to its sources, and both are said', async (t) => {
	const app = path.join(folder, 'app');
	mkdirSync(app, {recursive: true});
	writeFileSync(path.join(app, 'kustomization.yaml'), 'resources: [service.yaml]\nnamePrefix: my-\n');
	writeFileSync(path.join(app, 'service.yaml'), `# a comment\n${service}`);
	install(
		'kustomize',
		`${pod}---\n${service.replace(
			'name: web',
			`name: my-web\n  annotations:\n    config.kubernetes.io/origin: |\n      path: ${path.join(app, 'service.yaml')}`,
		)}`,
	);
	const {code, out} = await runCommand(['check', '--jobs', '1', '-k', app, '-o', 'json']);
	t.is(code, 1);
	const {files} = JSON.parse(out);
	const [found] = files.flatMap(({objects}: {objects: ReadonlyArray<{findings: unknown[]}>}) =>
		objects.flatMap(({findings}) => findings),
	);
	t.like(found, {
		id: 'W012',
		places: [
			{
				file: path.relative('', path.join(app, 'service.yaml')),
				line: 8,
				column: 14,
				rendered: {file: path.join(app, 'kustomize-build.yaml'), line: 16},
			},
		],
	});
});

test.serial('GitHub annotations of what kustomize and helm render are at the lines of the sources', async (t) => {
	const app = path.join(folder, 'annotated');
	mkdirSync(path.join(app, 'templates'), {recursive: true});
	writeFileSync(path.join(app, 'kustomization.yaml'), 'resources: [service.yaml]\n');
	writeFileSync(path.join(app, 'service.yaml'), `# a comment\r\n${service.replaceAll('\n', '\r\n')}`);
	writeFileSync(path.join(app, 'Chart.yaml'), 'name: web\n');
	writeFileSync(path.join(app, 'templates/service.yaml'), `{{- if .Values.service }}\n${service}{{- end }}\n`);
	const annotationOf = async (flag: string): Promise<string | undefined> => {
		const {out} = await runCommand(['check', '--jobs', '1', flag, app, '-o', 'github']);
		return /^::error file=(\S+?),title=W012-/m.exec(out)?.[1];
	};
	install(
		'kustomize',
		`${pod}---\n${service.replace('name: web', `name: web\n  annotations:\n    config.kubernetes.io/origin: |\n      path: ${path.join(app, 'service.yaml')}`)}`,
	);
	const place = 'endLine=8,col=14,endColumn=23';
	t.is(await annotationOf('-k'), `${path.join(app, 'service.yaml')},line=8,${place}`);
	install('helm', `---\n# Source: web/templates/pod.yaml\n${pod}---\n# Source: web/templates/service.yaml\n${service}`);
	t.regex((await annotationOf('--helm')) ?? '', /templates\/service\.yaml,line=8,endLine=8,col=3,endColumn=23$/);
});

test.serial('places in what helm renders are led back to the template', async (t) => {
	const chart = path.join(folder, 'chart');
	mkdirSync(path.join(chart, 'templates'), {recursive: true});
	writeFileSync(path.join(chart, 'Chart.yaml'), 'name: web\n');
	writeFileSync(
		path.join(chart, 'templates/service.yaml'),
		service.replace('name: web', 'name: {{ .Release.Name }}').replace('{app: wbe}', '{app: {{ .Values.app }}}'),
	);
	install('helm', `---\n# Source: web/templates/pod.yaml\n${pod}---\n# Source: web/templates/service.yaml\n${service}`);
	const {out} = await runCommand(['check', '--jobs', '1', '--helm', chart, '-q'], '', 400);
	t.true(
		out.includes(
			`at      ${path.join(chart, 'templates/service.yaml')}:7:3  spec.selector.app  (${path.join(chart, 'helm-template.yaml')}:16)`,
		),
		out,
	);
	t.regex(
		out,
		/ see {5}k8s-walkthrough run <\(helm template release-name \S+chart --include-crds --kube-version \S+\) --server-side --at W012\n/,
	);
});

test.serial(
	'a chart is installed as helm does it: its hooks of an installation too, and without an annotation that grows too long',
	async (t) => {
		const chart = path.join(folder, 'hooks');
		mkdirSync(chart, {recursive: true});
		writeFileSync(path.join(chart, 'Chart.yaml'), 'name: web\n');
		const hook = (event: string, name: string, kind: string, rest: string): string =>
			`---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, annotations: {helm.sh/hook: "${event}"}}\n${rest}`;
		install(
			'helm',
			[
				`---\n${pod.replace('nginx:1.27}', 'nginx:1.27, envFrom: [{configMapRef: {name: early}}]}')}`,
				`---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: large}\ndata: {text: ${'x'.repeat(270_000)}}\n`,
				hook('pre-upgrade, pre-install', 'early', 'ConfigMap', 'data: {A: b}\n'),
				'---\n# Source: web/crds/boxes.yaml',
				`${hook('crd-install', 'in-crds', 'ConfigMap', 'data: {A: b}\n').slice(3)}`,
				hook('crd-install', 'second-in-crds', 'ConfigMap', 'data: {A: b}\n'),
				'---\n# Source: web/templates/crds/boxes.yaml',
				`${hook('crd-install', 'in-templates', 'ConfigMap', 'data: {A: b}\n').slice(3)}`,
				hook('test', 'tester', 'Pod', 'spec: {containers: [{name: main, image: "nginx:none"}]}\n'),
			].join(''),
		);
		const {code, out} = await runCommand(['check', '--jobs', '1', '--helm', chart], '', 400);
		t.is(code, 0, out);
		t.regex(out, /configmap\/default\/early/);
		t.regex(out, /configmap\/default\/in-crds[^]*configmap\/default\/second-in-crds/);
		t.notRegex(out, /tester|in-templates/);
	},
);

test.serial(
	'definitions behind the first of a file of a chart are of that file, and a build of nothing is at its kustomization',
	async (t) => {
		const chart = path.join(folder, 'several');
		mkdirSync(path.join(chart, 'crds'), {recursive: true});
		writeFileSync(path.join(chart, 'Chart.yaml'), 'name: web\n');
		writeFileSync(path.join(chart, 'crds/all.yaml'), `${pod}---\n${service}`);
		install('helm', `---\n# Source: web/crds/all.yaml\n${pod}---\n${service}`);
		const {out} = await runCommand(['check', '--jobs', '1', '--helm', chart, '-o', 'github']);
		t.regex(out, /file=\S*several\/crds\/all\.yaml,line=13,\S*title=W012/);
		writeFileSync(path.join(chart, 'kustomization.yaml'), 'resources: []\n');
		install('kustomize', '');
		const empty = await runCommand(['check', '-k', chart, '-o', 'github']);
		t.is(empty.code, 1);
		t.regex(empty.out, /^::error file=\S*several\/kustomization\.yaml,line=1,\S*title=W003/);
	},
);

test.serial('a chart is rendered for the only version that is checked', async (t) => {
	const chart = path.join(folder, 'versions');
	mkdirSync(chart, {recursive: true});
	writeFileSync(path.join(chart, 'Chart.yaml'), 'name: web\n');
	install('helm', `${pod}---\n${service}`);
	for (const [flags, version] of [
		[[], '1.36.0'],
		[['--kubernetes', '1.33'], '1.33.0'],
		[['--kubernetes', '1.32..1.33'], '1.36.0'],
	] as const) {
		const {out} = await runCommand(['check', '--jobs', '1', '--helm', chart, ...flags]);
		t.true(out.includes(`--kube-version ${version}`), out);
	}
});

test.serial('without the program, it is named', async (t) => {
	process.env['PATH'] = folder;
	const chart = path.join(folder, 'other');
	mkdirSync(chart, {recursive: true});
	writeFileSync(path.join(chart, 'Chart.yaml'), 'name: web\n');
	t.like(await runCommand(['check', '--helm', chart]), {
		code: 2,
		err: `${chart}  helm template: not installed\n  install helm: https://helm.sh/docs/intro/install/\n`,
	});
	const {code, err} = await runCommand(['check', '-k', chart]);
	t.is(code, 2);
	t.regex(err, /kustomize build and kubectl kustomize: not installed\n {2}install kustomize or kubectl/);
});

test('a flag of a chart without a chart is a mistake', async (t) => {
	for (const flag of ['--set', '--values', '--release']) {
		// eslint-disable-next-line no-await-in-loop
		const {code, err} = await runCommand(['check', 'a.yaml', flag, 'a=b']);
		t.is(code, 2);
		t.is(err, `${flag} is for a chart\n  name the chart with --helm\n`);
	}
});

/** A packaged chart. */
const packaged = (name: string, files: Readonly<Record<string, string>>): Buffer =>
	gzipSync(
		bytesOfText(
			archiveOf(
				Object.entries(files).map(([file, text]) => ({
					name: `${name}/${file}`,
					kind: 'file',
					mode: 0o644,
					uid: 0,
					gid: 0,
					modifiedMs: 0,
					text,
				})),
			),
		),
	);

test.serial('a packaged chart is rendered, and its places are in the files of the package', async (t) => {
	const template = service
		.replace('name: web', 'name: {{ .Release.Name }}')
		.replace('app: wbe', 'app: {{ .Values.app }}');
	const chart = path.join(folder, 'web-0.1.0.tgz');
	writeFileSync(
		chart,
		packaged('web', {'Chart.yaml': 'name: web\n', 'values.yaml': 'app: web\n', 'templates/service.yaml': template}),
	);
	install('helm', `---\n# Source: web/templates/pod.yaml\n${pod}---\n# Source: web/templates/service.yaml\n${service}`);
	const {out} = await runCommand(['check', '--jobs', '1', '--helm', chart, '-q'], '', 400);
	t.true(
		out.includes(`at      ${chart}/templates/service.yaml:7:3  spec.selector.app  (${chart}/helm-template.yaml:16)`),
		out,
	);
	const parent = path.join(folder, 'parent');
	mkdirSync(path.join(parent, 'charts'), {recursive: true});
	writeFileSync(path.join(parent, 'Chart.yaml'), 'name: parent\n');
	writeFileSync(path.join(parent, 'charts/web-0.1.0.tgz'), packaged('web', {'templates/service.yaml': template}));
	install('helm', `---\n# Source: parent/charts/web/templates/service.yaml\n${service}`);
	const below = await runCommand(['check', '--jobs', '1', '--helm', parent, '-q'], '', 400);
	t.true(
		below.out.includes(`at      ${parent}/charts/web-0.1.0.tgz/templates/service.yaml:7:3  spec.selector  (`),
		below.out,
	);
});

test.serial('a chart that helm would download is refused', async (t) => {
	for (const [chart, says] of [
		[
			'oci://example.com/charts/web',
			'check downloads no chart\n  helm pull oci://example.com/charts/web, then check --helm web-*.tgz',
		],
		[
			'https://example.com/web-1.2.0.tgz',
			'check downloads no chart\n  helm pull https://example.com/web-1.2.0.tgz, then check --helm web-*.tgz',
		],
		[
			'bitnami/nginx',
			'no such folder, and check downloads no chart of a repository\n  helm pull bitnami/nginx, then check --helm nginx-*.tgz',
		],
		['nothing.tgz', 'no such file or folder\n  name the folder of a chart, or a packaged chart (.tgz)'],
		[folder, 'this is not a chart: it has no Chart.yaml\n  name the folder of a chart, or a packaged chart (.tgz)'],
	] as const) {
		t.like(await runCommand(['check', '--helm', chart]), {code: 2, err: `${chart}  ${says}\n`});
	}
});

/** The first fix of the only finding. */
const fixIn = (out: string): unknown => {
	const {files} = JSON.parse(out);
	const [found] = files.flatMap(({objects}: {objects: ReadonlyArray<{findings: unknown[]}>}) =>
		objects.flatMap(({findings}) => findings),
	);
	return found.fixes[0].edits;
};

test.serial(
	'a fix of what helm or kustomize renders changes the lines of the sources, where they are known',
	async (t) => {
		const chart = path.join(folder, 'fixed');
		mkdirSync(path.join(chart, 'templates'), {recursive: true});
		writeFileSync(path.join(chart, 'Chart.yaml'), 'name: web\n');
		writeFileSync(path.join(chart, 'values.yaml'), '# the label\napp: wbe\n');
		const template = path.join(chart, 'templates/service.yaml');
		install(
			'helm',
			`---\n# Source: web/templates/pod.yaml\n${pod}---\n# Source: web/templates/service.yaml\n${service.replace('{app: wbe}', '\n    app: wbe')}`,
		);
		const block = service.replace('{app: wbe}', '\n    app: wbe');
		const rendered = {file: path.join(chart, 'helm-template.yaml'), line: 17};
		for (const [text, edit] of [
			[block, {file: template, line: 8, before: ['    app: wbe'], after: ['    app: web'], rendered}],
			[
				`{{ if true }}\n${service}{{ end }}`,
				{file: template, line: 8, before: ['  selector: {app: wbe}'], after: ['  selector: {app: web}'], rendered},
			],
			[
				block.replace('wbe', '{{ .Values.app }}'),
				{file: path.join(chart, 'values.yaml'), line: 2, before: ['app: wbe'], after: ['app: web'], rendered},
			],
			[
				block.replace('wbe', '{{ .Values.app | lower }}{{ .Values.more }}'),
				{...rendered, before: ['    app: wbe'], after: ['    app: web'], source: {file: template, line: 8}},
			],
		] as const) {
			writeFileSync(template, text);
			const {out} = await runCommand(['check', '--jobs', '1', '--helm', chart, '-o', 'json']);
			t.deepEqual(fixIn(out), [edit], text);
		}

		const human = await runCommand(['check', '--jobs', '1', '--helm', chart], '', 400);
		t.regex(human.out, /fix {5}- app: wbe\n +\+ app: web/);
		const sarif = await runCommand(['check', '--jobs', '1', '--helm', chart, '-o', 'sarif']);
		const [result] = JSON.parse(sarif.out).runs[0].results;
		t.false('fixes' in result);
		t.true(result.message.text.includes(`templates/service.yaml:8 (`), result.message.text);
	},
);
