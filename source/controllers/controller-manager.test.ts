import test from 'ava';
import {tableOf} from '../stages/language.js';
import {controllersWithTokens} from './controller-manager.js';

test('every controller that has stages of its own runs, or is a sidecar of CSI drivers; none runs twice', (t) => {
	const named = Object.keys(tableOf().sentences).flatMap((stage) => /^controller\.([^.*]+)\./.exec(stage)?.[1] ?? []);
	const sidecars = ['csi-attacher', 'csi-provisioner', 'csi-resizer'];
	const all = [...controllersWithTokens(() => '').map(({name}): string => name), ...sidecars];
	t.true(named.length > all.length);
	t.deepEqual(
		named.filter((name) => !all.includes(name)),
		[],
	);
	t.is(new Set(all).size, all.length);
});
