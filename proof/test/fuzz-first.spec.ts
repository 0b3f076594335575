import { fuzzHalf } from './fuzz/half.js';

fuzzHalf('first');
