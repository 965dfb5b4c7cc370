import {functionsOf, type Functions} from '../function.js';
import {arithmetic} from './arithmetic.js';
import {authorizer} from './authorizer.js';
import {comparison} from './comparison.js';
import {conversion} from './conversion.js';
import {format} from './format.js';
import {lists} from './lists.js';
import {network} from './network.js';
import {optional} from './optional.js';
import {quantity} from './quantity.js';
import {semver} from './semver.js';
import {strings} from './strings.js';
import {time} from './time.js';
import {url} from './url.js';

/** All functions that expressions in Kubernetes know. @mirrors environment.MustBaseEnvSet */
export const kubernetesFunctions: Functions = functionsOf(
	arithmetic,
	comparison,
	conversion,
	time,
	strings,
	lists,
	optional,
	quantity,
	network,
	url,
	format,
	semver,
	authorizer,
);
