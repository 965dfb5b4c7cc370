import {functionsOf, type Functions} from '../../function.js';
import {authorizer} from './authorizer.js';
import {format} from './format.js';
import {network} from './network.js';
import {quantity} from './quantity.js';
import {semver} from './semver.js';
import {url} from './url.js';
import {standard} from '../../library/standard.js';

/** All functions that expressions in Kubernetes can use. @mirrors environment.MustBaseEnvSet */
export const kubernetesFunctions: Functions = functionsOf(standard, quantity, network, url, format, semver, authorizer);
