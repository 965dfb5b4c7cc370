import {existsSync, statSync} from 'node:fs';
import path from 'node:path';
import {ManifestError} from '../../go/yaml/manifest-error.js';
import {readManifests} from '../../go/yaml/yaml.js';
import {nestedString} from '../../objects/unstructured.js';
import {simulatedMinor, versionText} from '../../objects/versions/kubernetes-version.js';
import {Mistake} from '../../scenario/mistake.js';
import {quoteWord} from '../manifests.js';
import {filesOfArchive, filesOfFolder, textOfFile, type SourceText} from './chart-files.js';
import {documentsOf, type GivenDocument} from './given-documents.js';
import {remedyOf} from './given-files.js';
import type {Rendered} from './rendered.js';
import type {ChartValues} from './rendered-fixes.js';
import {outputOf} from './run-tool.js';

/** The options for rendering a chart. */
export interface ChartOptions {
	readonly values?: readonly string[] | undefined;
	readonly set?: readonly string[] | undefined;
	readonly release?: string | undefined;
	readonly namespace?: string | undefined;
	/** The minor versions of Kubernetes that are checked: the chart is rendered for the only one, otherwise for the simulated one. */
	readonly minors?: readonly number[];
}

const repeated = (flag: string, all: readonly string[] = []): readonly string[] =>
	all.flatMap((value) => [flag, value]);

/** The annotation that makes an object of a chart a hook. @see https://helm.sh/docs/topics/charts_hooks/ */
const hookAnnotation = 'helm.sh/hook';

/** Whether helm creates a document of a chart when it installs it: all except the hooks of other events, such as tests and deletions. */
const isInstalled = ({value}: GivenDocument): boolean => {
	const hooks = nestedString(value, 'metadata', 'annotations', hookAnnotation);
	return hooks === undefined || /(?:^|[,\s])(?:pre|post)-install(?:[,\s]|$)/.test(hooks);
};

/**
Whether a document is from the folder `crds` of a chart, which helm installs unchanged: hooks have no effect there.

@see https://helm.sh/docs/topics/charts/#custom-resource-definitions-crds
*/
const isFromCrds = (text: string, {range: [from, to]}: GivenDocument): boolean => {
	const head = from + (/^(?:---.*\n|\s*#.*\n|\s*\n)*/.exec(text.slice(from, to))?.[0].length ?? 0);
	const [, source = ''] = /^# Source: (.+)$/m.exec(text.slice(text.lastIndexOf('# Source: ', head))) ?? [];
	return /^(?:[^/]+\/charts\/)*[^/]+\/crds\//.test(source);
};

/** The text of a chart without the documents that helm creates at other events. A text that is not YAML stays unchanged: a finding reports it. */
const installedText = (text: string, file: string): string => {
	try {
		const documents = documentsOf(file, readManifests(text, file).documents);
		const others = documents.filter((document) => !isInstalled(document) && !isFromCrds(text, document));
		return others.reduceRight((rest, {range: [from, to]}) => rest.slice(0, from) + rest.slice(to), text);
	} catch (error) {
		if (error instanceof ManifestError) {
			return text;
		}

		throw error;
	}
};

/** The words for a chart that only a server has. */
const remedyOfRemote = (chart: string, file: string): string =>
	`helm pull ${quoteWord(chart)}, then check --helm ${file}`;

/** A packaged chart by the name that `helm pull` gives it: `nginx-*.tgz`. */
const pulledName = (chart: string): string =>
	`${path.basename(chart).replace(/(?:-[\d.]+)?\.t(?:ar\.)?gz$/, '')}-*.tgz`;

/**
Whether a chart is a packaged one; a folder otherwise.

@throws {Mistake} when it is neither, or on a server: a check never downloads
*/
const isPackaged = (chart: string): boolean => {
	if (/^[a-z][a-z\d+.-]*:\/\//i.test(chart)) {
		throw new Mistake('check downloads no chart', {file: chart}, remedyOfRemote(chart, pulledName(chart)));
	}

	const found = statSync(chart, {throwIfNoEntry: false});
	if (found === undefined) {
		// Helm reads a name of two words as a repository and a chart in it.
		throw /^[\w-]+\/[\w-]+$/.test(chart)
			? new Mistake(
					'no such folder, and check downloads no chart of a repository',
					{file: chart},
					remedyOfRemote(chart, pulledName(chart)),
				)
			: new Mistake('no such file or folder', {file: chart}, 'name the folder of a chart, or a packaged chart (.tgz)');
	}

	if (found.isDirectory() && !existsSync(path.join(chart, 'Chart.yaml'))) {
		throw new Mistake(
			'this is not a chart: it has no Chart.yaml',
			{file: chart},
			'name the folder of a chart, or a packaged chart (.tgz)',
		);
	}

	if (!found.isDirectory() && path.basename(chart) === 'Chart.yaml') {
		throw new Mistake(
			'this file makes its folder a chart',
			{file: chart},
			`k8s-walkthrough ${remedyOf['--helm']} ${path.dirname(chart)}`,
		);
	}

	return !found.isDirectory();
};

/** The values that change a chart. @throws {Mistake} when they are on a server */
const valuesOf = (
	filesOf: (named: string) => SourceText,
	{values = [], set = []}: Pick<ChartOptions, 'values' | 'set'>,
): ChartValues => {
	const files = values.flatMap((one) => one.split(','));
	const remote = files.find((one) => one.includes('://'));
	if (remote !== undefined) {
		throw new Mistake('check downloads no values', {file: remote}, 'save the file, and name it with --values');
	}

	return {files: [filesOf('values.yaml'), ...files.map((file) => ({file, text: textOfFile(file)}))], set};
};

/**
The output of the installed helm for a chart: its folder, or a packaged one.

@throws {Mistake} when the chart or helm is not there, or helm fails
*/
export const chartRendered = (
	chart: string,
	{values, set, release = 'release-name', namespace, minors = []}: ChartOptions,
): Rendered => {
	const filesOf = isPackaged(chart) ? filesOfArchive(chart) : filesOfFolder(chart);
	const chartValues = valuesOf(filesOf, {values, set});
	const [minor = simulatedMinor, ...otherMinors] = minors;
	const words = [
		release,
		chart,
		'--include-crds',
		'--kube-version',
		`${versionText(otherMinors.length === 0 ? minor : simulatedMinor)}.0`,
		...repeated('--values', values),
		...repeated('--set', set),
		...(namespace === undefined ? [] : ['--namespace', namespace]),
	];
	const {text} = outputOf([['helm', 'template']], words, chart, 'install helm: https://helm.sh/docs/intro/install/');
	const file = path.join(chart, 'helm-template.yaml');
	return {
		file,
		text: installedText(text, file),
		isFound: false,
		command: ['helm template', ...words.map(quoteWord)].join(' '),
		root: filesOf('Chart.yaml').file,
		values: chartValues,
		sourceOf(_, before) {
			// The first part is the name of the chart. Of a file with several definitions, only the first has the line.
			const at = before.lastIndexOf('\n# Source: ');
			const [, named] = /^\n?# Source: [^/\n]+\/(.+)$/m.exec(before.slice(Math.max(0, at))) ?? [];
			return named === undefined ? undefined : filesOf(named);
		},
	};
};
