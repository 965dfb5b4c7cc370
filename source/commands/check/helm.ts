import {existsSync} from 'node:fs';
import path from 'node:path';
import {ManifestError} from '../../go/yaml/manifest-error.js';
import {readManifests} from '../../go/yaml/yaml.js';
import {nestedString} from '../../objects/unstructured.js';
import {simulatedMinor, versionText} from '../../objects/versions/kubernetes-version.js';
import {Mistake} from '../../scenario/mistake.js';
import {quoteWord} from '../manifests.js';
import {documentsOf, type GivenDocument} from './given-documents.js';
import type {Rendered} from './rendered.js';
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

/**
The output of the installed helm for the chart in a folder.

@throws {Mistake} when helm is not installed, or it fails
*/
export const chartRendered = (
	chart: string,
	{values, set, release = 'release-name', namespace, minors = []}: ChartOptions,
): Rendered => {
	if (!existsSync(path.join(chart, 'Chart.yaml'))) {
		throw new Mistake('this is not a chart: it has no Chart.yaml', {file: chart}, 'name the folder of a chart');
	}

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
		root: path.join(chart, 'Chart.yaml'),
		sourceOf(_, before) {
			// The first part is the name of the chart. Of a file with several definitions, only the first has the line.
			const at = before.lastIndexOf('\n# Source: ');
			const [, named] = /^\n?# Source: [^/\n]+\/(.+)$/m.exec(before.slice(Math.max(0, at))) ?? [];
			return named === undefined ? undefined : path.join(chart, named);
		},
	};
};
