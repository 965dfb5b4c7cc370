import {configuration} from '../../testing/broken-manifests/configuration.js';
import {culprits} from '../../testing/culprits.js';

culprits(configuration);
