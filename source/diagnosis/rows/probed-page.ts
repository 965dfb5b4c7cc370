import type {ConfigMap, Pod} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {closest} from '../../scenario/mistake.js';
import type {PodContainer} from '../container-reference.js';
import type {Reader} from '../look.js';
import type {Candidate, Finding} from '../symptom.js';
import type {Saying} from '../words/words.js';

/** A page that its web server does not find, and a change that gives it the name. */
export interface MisnamedPage {
	readonly elsewhere: Finding['elsewhere'];
	readonly advice: readonly Saying[];
	readonly candidates: readonly Candidate[];
}

/** A folder whose files a web server serves, such as `/usr/share/nginx/html`, and the URL path of a subfolder. */
const documents = /^\/.*\/(?:html|htdocs|www|public)(\/.*?)?\/?$/;

/** Whether a file name is that of the page for `/`, which has a fixed name. */
const isIndex = (name: string): boolean => /^index\.(?:html?|php)$/.test(name);

/** The key of a ConfigMap that is intended as a page but has a name that the web server does not serve. */
export const misnamedPage = (
	{metadata: {namespace}, spec}: Pod,
	container: PodContainer,
	path: string,
	ledger: Reader,
): MisnamedPage | undefined => {
	for (const {name: volumeName, mountPath, subPath} of container.spec.volumeMounts ?? []) {
		const configMap = spec.volumes?.find(({name}) => name === volumeName)?.configMap;
		const [root, folder = ''] = documents.exec(mountPath) ?? [];
		const name = configMap?.name;
		if (root === undefined || name === undefined || subPath !== undefined || configMap?.items !== undefined) {
			continue;
		}

		const [address = ''] = path.split('?');
		const file = address.slice(folder.length + 1) || 'index.html';
		const keys = Object.keys(ledger.read<ConfigMap>(registryKey('configmaps', namespace, name))?.data ?? {});
		if (!address.startsWith(`${folder}/`) || !isIndex(file) || keys.some((key) => isIndex(key))) {
			continue;
		}

		const key = closest(file, keys) ?? (keys.length === 1 ? keys[0] : undefined);
		return key === undefined
			? undefined
			: {
					elsewhere: {kind: 'ConfigMap', name, field: ['data', key]},
					advice: [({pods}) => pods.keys(`ConfigMap ${name}`, keys, file)],
					candidates: [{of: {kind: 'ConfigMap', name}, field: ['data', key], change: {rename: file}}],
				};
	}

	return undefined;
};
