import {readdirSync, readFileSync} from 'node:fs';
import type {ClusterRecording} from '../cluster.js';
import {completion} from '../kubectl/command-line/completion.js';
import {formatNames} from '../exports/format-names.js';
import {registryKey, resources, type Resource} from '../objects/resources.js';
import {completeScenario, readScenario} from '../scenario/scenario.js';
import {languageOf} from '../stages/language.js';
import type {Backend} from '../terminal/app.js';
import {stateOf} from '../terminal/start.js';
import type {Services} from '../terminal/state/parts.js';
import {narrowed, writeExport} from './export.js';
import {readManifestFiles} from './manifests.js';
import {startOfManifests, startOfRecording} from './screen-starts.js';
import {printRecording, readRecording} from './replay.js';
import {adviseTyped} from './typed-work.js';
import {readTextFile, writeTextFile} from './text-file.js';

/** Names of the objects of a resource that exist after a step. */
const namesAt = (recording: ClusterRecording, step: number, resource: Resource, namespace = 'default'): string[] => {
	const prefix = registryKey(resource, resource.namespaced ? namespace : undefined, '');
	return recording.kernel.ledger.keys(prefix, step).map((key) => key.slice(prefix.length));
};

const manifestsHere = (): string[] => {
	try {
		return readdirSync('.').filter((name) => /\.(?:ya?ml|json)$/i.test(name));
	} catch {
		return [];
	}
};

/** What the debugger needs of the layers above it and of the disk: recordings, manifests, words for kubectl. */
const services: Services = {
	now: () => Date.now(),
	save: (recording, file, family) => {
		// Secrets of a dump are not for everybody.
		writeTextFile(file, printRecording(recording, {family}), recording.scenario.dump ? {mode: 0o600} : {});
	},
	exports: {
		formats: formatNames,
		write: (stretch, format, file, follow) => {
			const known = formatNames.find((name) => name === format);
			let omitted: string | undefined;
			if (known) {
				writeExport(narrowed(stretch, {follow}), known, {
					to: file,
					write() {},
					tell(text) {
						omitted = text;
					},
				});
			}

			return omitted;
		},
	},
	advise: adviseTyped,
	read: (file) => {
		try {
			return readFileSync(file, 'utf8');
		} catch {
			return undefined;
		}
	},
	complete: (words, recording, step, files) => {
		const names = ({plural, group}: Pick<Resource, 'plural' | 'group'>, namespace?: string): string[] => {
			const resource = resources.find((one) => one.plural === plural && one.group === group);
			return resource ? namesAt(recording, step, resource, namespace) : [];
		};

		return completion(words, {
			resources: () => resources.map((resource) => ({...resource, subresources: []})),
			names,
			namespaces: () => names({plural: 'namespaces', group: ''}),
			files: () => [...new Set([...files, ...manifestsHere()])],
		});
	},
};

/** How the screen opens what was chosen on the home screen. */
export const screenBackend: Backend = {
	stateOf: (start, keymap, language) => stateOf(start, {keymap, services, language: languageOf(language)}, language),
	startOf: (choice, language) => {
		switch (choice.view) {
			case 'open': {
				return startOfManifests(
					completeScenario(),
					readManifestFiles([choice.file], () => new Uint8Array()),
					{language: languageOf(language)},
				);
			}

			case 'replay': {
				return startOfRecording(readRecording(readTextFile(choice.file), choice.file));
			}

			case 'lesson': {
				return {...choice, language};
			}

			case 'drill': {
				return choice;
			}

			case 'play': {
				return choice.file === undefined
					? {view: 'play'}
					: {view: 'play', scenario: readScenario(readTextFile(choice.file), choice.file)};
			}
		}
	},
};
