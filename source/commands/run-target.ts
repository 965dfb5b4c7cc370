import {versionText} from '../objects/versions/kubernetes-version.js';
import {Mistake} from '../scenario/mistake.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {readScenario, type Scenario} from '../scenario/scenario.js';
import {assumedScenario} from './check/assumed-scenario.js';
import {gather} from './check/given-files.js';
import {kubernetesRange} from './check/kubernetes-range.js';
import {readTexts} from './check/world.js';
import type {Manifests} from './manifests.js';
import type {HowFlags, TargetFlags} from './target-flags.js';

/** The scenario with the images of another one. @throws {Mistakes} */
export const withImages = (scenario: Scenario, file: string | undefined): Scenario =>
	file === undefined
		? scenario
		: {...scenario, images: {...scenario.images, ...readScenario(readTextFile(file), file).images}};

const minorText = (text: string): string => {
	const [minor = 0, ...others] = kubernetesRange(text);
	if (others.length > 0) {
		throw new Mistake('the debugger runs only one version of Kubernetes', {}, 'name one with --kubernetes');
	}

	return versionText(minor);
};

/** The scenario with the definitions, policies, images and version that flags name. @throws {Mistake} where a file cannot be read */
export const withTarget = (
	scenario: Scenario,
	{crds = [], policy = [], images, kubernetes}: TargetFlags,
	stdin: () => Uint8Array,
): Scenario => {
	const before = gather([...crds, ...policy], true, stdin).files.map(({text}) => text);
	const objects = [scenario.objects, ...before].filter((text) => text.trim() !== '');
	return {
		...withImages(scenario, images),
		objects: objects.map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('---\n'),
		...(kubernetes === undefined ? {} : {kubernetesVersion: minorText(kubernetes)}),
	};
};

/** Manifests that kubectl is given as flags say. */
export const givenAs = (manifests: Manifests, how: HowFlags): Manifests =>
	how.namespace === undefined && !how.serverSide && !how.create ? manifests : readTexts(manifests.files, how);

/** The cluster in which `--at` searches for a finding: it contains the assumptions of the check, unless flags describe the target. */
export const whereFound = (scenario: Scenario, {files}: Manifests, how: HowFlags, isTarget: boolean): Scenario =>
	isTarget ? scenario : assumedScenario(scenario, files, how);
