import {mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {nestedString} from '../../objects/unstructured.js';
import {Mistake} from '../../scenario/mistake.js';
import {quoteWord} from '../manifests.js';
import {textOfFile} from './chart-files.js';
import {kustomizationName} from './kustomized-paths.js';
import type {Rendered} from './rendered.js';
import {outputOf} from './run-tool.js';

const annotation = 'config.kubernetes.io/origin';

/**
The output of kustomize for a folder: with the installed `kustomize`, otherwise with `kubectl kustomize`. An outer kustomization requests
origin annotations, which give the places.

@throws {Mistake} when neither is installed, or it fails
*/
export const kustomized = (folder: string): Rendered => {
	if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory()) {
		throw new Mistake('no such folder', {file: folder}, 'name the folder of a kustomization');
	}

	const around = mkdtempSync(path.join(realpathSync(tmpdir()), 'k8s-walkthrough-'));
	try {
		const inner = path.relative(around, realpathSync(folder));
		writeFileSync(
			path.join(around, 'kustomization.yaml'),
			`resources: [${JSON.stringify(inner)}]\nbuildMetadata: [originAnnotations]\n`,
		);
		const {text, tool} = outputOf(
			[
				['kustomize', 'build'],
				['kubectl', 'kustomize'],
			],
			[around],
			folder,
			'install kustomize or kubectl: https://kubectl.docs.kubernetes.io/installation/kustomize/',
		);
		return {
			file: path.join(folder, 'kustomize-build.yaml'),
			text,
			isFound: false,
			command: `${tool} ${quoteWord(folder)}`,
			root: path.join(folder, readdirSync(folder).find((name) => kustomizationName.test(name)) ?? 'kustomization.yaml'),
			sourceOf({value}) {
				const origin = nestedString(value, 'metadata', 'annotations', annotation) ?? '';
				const [, named] = /^(?:path|configuredIn): (.+)$/m.exec(origin) ?? [];
				if (named === undefined || /^repo:/m.test(origin)) {
					return undefined;
				}

				const file = path.relative('', path.resolve(around, named));
				return {file, text: textOfFile(file)};
			},
		};
	} finally {
		rmSync(around, {recursive: true, force: true});
	}
};
