import type {Command} from 'commander';
import {collect} from './command-host.js';

/** The flags that say how kubectl is given the files. */
export interface HowFlags {
	readonly namespace?: string;
	readonly serverSide?: boolean;
	readonly create?: boolean;
}

/** The flags that describe the target beside its scenario. */
export interface TargetFlags {
	readonly crds?: readonly string[];
	readonly policy?: readonly string[];
	readonly images?: string;
	/** `1.33`. */
	readonly kubernetes?: string;
}

/** Adds the flags for applying the files with kubectl. */
export const withHow = (command: Command): Command =>
	command
		.option('-n, --namespace <name>', 'the namespace of objects that name none')
		.option('--server-side', 'apply as kubectl apply --server-side does')
		.option('--create', 'create the objects instead of applying them, for generateName');

/** Adds the flag for definitions of the cluster. */
export const withDefinitions = (command: Command): Command =>
	command.option(
		'--crds <file>',
		'a file or folder with CustomResourceDefinitions of the cluster; may be repeated',
		collect,
	);

/** Adds the flags for images and policies of the cluster. */
export const withImagesAndPolicies = (command: Command): Command =>
	command
		.option('--images <file>', 'scenario file with known images in addition to those of --cluster')
		.option(
			'--policy <file>',
			'a file or folder with policies, quotas and limits of the cluster; may be repeated',
			collect,
		);
