// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
// @ts-nocheck
interface Validator {
  (value: unknown): boolean
  readonly errors?:
    | readonly {
        readonly instancePath: string
        readonly schemaPath: string
        readonly keyword: string
        readonly params: Readonly<Record<string, unknown>>
      }[]
    | null
}
import { formats, ucs2length } from '@mediagen/contract-runtime/validation'

export const getUsageQuery: Validator = validate0;
const formats0 = formats.date;

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 === "string"){
if(!(formats0.validate(data0))){
(vErrors ??= []).push({instancePath:instancePath+"/from",schemaPath:"#/properties/from/format",keyword:"format",params:{format: "date"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.to !== undefined){
let data1 = data.to;
if(typeof data1 === "string"){
if(!(formats0.validate(data1))){
(vErrors ??= []).push({instancePath:instancePath+"/to",schemaPath:"#/properties/to/format",keyword:"format",params:{format: "date"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"from":true,"to":true},"dynamicProps":false,"dynamicItems":false};

export const listEffectsQuery: Validator = validate1;
const schema1 = {"type":"object","required":[],"properties":{"surface":{"type":"string","enum":["image","video"]}}};

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.surface !== undefined){
let data0 = data.surface;
if(typeof data0 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/surface",schemaPath:"#/properties/surface/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((data0 === "image") || (data0 === "video"))){
(vErrors ??= []).push({instancePath:instancePath+"/surface",schemaPath:"#/properties/surface/enum",keyword:"enum",params:{allowedValues: schema1.properties.surface.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":{"surface":true},"dynamicProps":false,"dynamicItems":false};

export const generateImageHeaders: Validator = validate2;
const func0 = ucs2length;

function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["Idempotency-Key"] !== undefined){
let data0 = data["Idempotency-Key"];
if(typeof data0 === "string"){
if(func0(data0) > 128){
(vErrors ??= []).push({instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/maxLength",keyword:"maxLength",params:{limit: 128}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/Idempotency-Key",schemaPath:"#/properties/Idempotency-Key/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data["Cancel-After"] !== undefined){
let data1 = data["Cancel-After"];
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
(vErrors ??= []).push({instancePath:instancePath+"/Cancel-After",schemaPath:"#/properties/Cancel-After/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 604800 || isNaN(data1)){
(vErrors ??= []).push({instancePath:instancePath+"/Cancel-After",schemaPath:"#/properties/Cancel-After/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800}});
errors++;
}
if(data1 < 1 || isNaN(data1)){
(vErrors ??= []).push({instancePath:instancePath+"/Cancel-After",schemaPath:"#/properties/Cancel-After/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}});
errors++;
}
}
}
if(data.traceparent !== undefined){
if(typeof data.traceparent !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/traceparent",schemaPath:"#/properties/traceparent/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate2.errors = vErrors;
return errors === 0;
}
validate2.evaluated = {"props":{"Idempotency-Key":true,"Cancel-After":true,"traceparent":true},"dynamicProps":false,"dynamicItems":false};

export const generateImageBody: Validator = validate3;
const schema3 = {"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"negativePrompt":{"type":"string","maxLength":1000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["1k","2k","4k"]},"aspectRatio":{"type":"string","enum":["1:1","9:16","16:9","4:3","3:4","3:2","2:3","2:1","1:2"]}}};
const pattern0 = new RegExp("^[^\\u0000\\uD800-\\uDFFF]*$", "u");

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate3.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"}});
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(func0(data0) > 2000){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
if(!pattern0.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.negativePrompt !== undefined){
let data1 = data.negativePrompt;
if(typeof data1 === "string"){
if(func0(data1) > 1000){
(vErrors ??= []).push({instancePath:instancePath+"/negativePrompt",schemaPath:"#/properties/negativePrompt/maxLength",keyword:"maxLength",params:{limit: 1000}});
errors++;
}
if(!pattern0.test(data1)){
(vErrors ??= []).push({instancePath:instancePath+"/negativePrompt",schemaPath:"#/properties/negativePrompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/negativePrompt",schemaPath:"#/properties/negativePrompt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.resolution !== undefined){
let data2 = data.resolution;
if(typeof data2 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((data2 === "1k") || (data2 === "2k")) || (data2 === "4k"))){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema3.properties.resolution.enum}});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data3 = data.aspectRatio;
if(typeof data3 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((((((((data3 === "1:1") || (data3 === "9:16")) || (data3 === "16:9")) || (data3 === "4:3")) || (data3 === "3:4")) || (data3 === "3:2")) || (data3 === "2:3")) || (data3 === "2:1")) || (data3 === "1:2"))){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema3.properties.aspectRatio.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate3.errors = vErrors;
return errors === 0;
}
validate3.evaluated = {"props":{"prompt":true,"negativePrompt":true,"resolution":true,"aspectRatio":true},"dynamicProps":false,"dynamicItems":false};

export const transformImageBody: Validator = validate4;
const schema4 = {"allOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64},"effectId":{"type":"string","minLength":1,"maxLength":64},"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["hd","fhd"]},"aspectRatio":{"type":"string","enum":["1:1","9:16","16:9","4:3","3:4","3:2","2:3"]}}},{"anyOf":[{"type":"object","required":["effectId"],"properties":{"effectId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"}}}]}]};

function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate4.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/allOf/0/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/allOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/allOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/allOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.effectId !== undefined){
let data1 = data.effectId;
if(typeof data1 === "string"){
if(func0(data1) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/allOf/0/properties/effectId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data1) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/allOf/0/properties/effectId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/allOf/0/properties/effectId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.prompt !== undefined){
let data2 = data.prompt;
if(typeof data2 === "string"){
if(func0(data2) > 2000){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}});
errors++;
}
if(func0(data2) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
if(!pattern0.test(data2)){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/0/properties/prompt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.resolution !== undefined){
let data3 = data.resolution;
if(typeof data3 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/allOf/0/properties/resolution/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((data3 === "hd") || (data3 === "fhd"))){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/allOf/0/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema4.allOf[0].properties.resolution.enum}});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data4 = data.aspectRatio;
if(typeof data4 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/allOf/0/properties/aspectRatio/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((((((data4 === "1:1") || (data4 === "9:16")) || (data4 === "16:9")) || (data4 === "4:3")) || (data4 === "3:4")) || (data4 === "3:2")) || (data4 === "2:3"))){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/allOf/0/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema4.allOf[0].properties.aspectRatio.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/allOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
const _errs13 = errors;
let valid2 = false;
const _errs14 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.effectId === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/allOf/1/anyOf/0/required",keyword:"required",params:{missingProperty: "effectId"}});
errors++;
}
if(data.effectId !== undefined){
let data5 = data.effectId;
if(typeof data5 === "string"){
if(func0(data5) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/allOf/1/anyOf/0/properties/effectId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data5) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/allOf/1/anyOf/0/properties/effectId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/allOf/1/anyOf/0/properties/effectId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/allOf/1/anyOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid0 = _errs14 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
var props0 = {};
props0.effectId = true;
}
const _errs18 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/allOf/1/anyOf/1/required",keyword:"required",params:{missingProperty: "prompt"}});
errors++;
}
if(data.prompt !== undefined){
let data6 = data.prompt;
if(typeof data6 === "string"){
if(func0(data6) > 2000){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}});
errors++;
}
if(func0(data6) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
if(!pattern0.test(data6)){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/allOf/1/anyOf/1/properties/prompt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/allOf/1/anyOf/1/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid0 = _errs18 === errors;
valid2 = valid2 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = props0 || {};
props0.prompt = true;
}
}
if(!valid2){
(vErrors ??= []).push({instancePath,schemaPath:"#/allOf/1/anyOf",keyword:"anyOf",params:{}});
errors++;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
if(props0 !== true){
props0 = props0 || {};
props0.assetId = true;
props0.effectId = true;
props0.prompt = true;
props0.resolution = true;
props0.aspectRatio = true;
}
validate4.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate4.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const generateVideoBody: Validator = validate5;
const schema5 = {"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["480p","512p","720p","1080p"]},"aspectRatio":{"type":"string","enum":["16:9","9:16","1:1","4:3","3:4","21:9"]},"durationSeconds":{"type":"integer","minimum":4,"maximum":15}}};

function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate5.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"}});
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(func0(data0) > 2000){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
if(!pattern0.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.resolution !== undefined){
let data1 = data.resolution;
if(typeof data1 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((data1 === "480p") || (data1 === "512p")) || (data1 === "720p")) || (data1 === "1080p"))){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema5.properties.resolution.enum}});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data2 = data.aspectRatio;
if(typeof data2 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((((data2 === "16:9") || (data2 === "9:16")) || (data2 === "1:1")) || (data2 === "4:3")) || (data2 === "3:4")) || (data2 === "21:9"))){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema5.properties.aspectRatio.enum}});
errors++;
}
}
if(data.durationSeconds !== undefined){
let data3 = data.durationSeconds;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
(vErrors ??= []).push({instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 15 || isNaN(data3)){
(vErrors ??= []).push({instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 15}});
errors++;
}
if(data3 < 4 || isNaN(data3)){
(vErrors ??= []).push({instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 4}});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"props":{"prompt":true,"resolution":true,"aspectRatio":true,"durationSeconds":true},"dynamicProps":false,"dynamicItems":false};

export const transformVideoBody: Validator = validate6;
const schema6 = {"type":"object","required":["assetId","effectId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64},"effectId":{"type":"string","minLength":1,"maxLength":64},"prompt":{"type":"string","minLength":1,"maxLength":2000,"pattern":"^[^\\u0000\\uD800-\\uDFFF]*$"},"resolution":{"type":"string","enum":["hd","fhd"]},"aspectRatio":{"type":"string","enum":["16:9","9:16","4:3","3:4","3:2","2:3","1:1"]},"durationSeconds":{"type":"integer","enum":[5,8]}}};

function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate6.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data.effectId === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "effectId"}});
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.effectId !== undefined){
let data1 = data.effectId;
if(typeof data1 === "string"){
if(func0(data1) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/properties/effectId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data1) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/properties/effectId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/effectId",schemaPath:"#/properties/effectId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.prompt !== undefined){
let data2 = data.prompt;
if(typeof data2 === "string"){
if(func0(data2) > 2000){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000}});
errors++;
}
if(func0(data2) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
if(!pattern0.test(data2)){
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000\\uD800-\\uDFFF]*$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.resolution !== undefined){
let data3 = data.resolution;
if(typeof data3 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((data3 === "hd") || (data3 === "fhd"))){
(vErrors ??= []).push({instancePath:instancePath+"/resolution",schemaPath:"#/properties/resolution/enum",keyword:"enum",params:{allowedValues: schema6.properties.resolution.enum}});
errors++;
}
}
if(data.aspectRatio !== undefined){
let data4 = data.aspectRatio;
if(typeof data4 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((((((data4 === "16:9") || (data4 === "9:16")) || (data4 === "4:3")) || (data4 === "3:4")) || (data4 === "3:2")) || (data4 === "2:3")) || (data4 === "1:1"))){
(vErrors ??= []).push({instancePath:instancePath+"/aspectRatio",schemaPath:"#/properties/aspectRatio/enum",keyword:"enum",params:{allowedValues: schema6.properties.aspectRatio.enum}});
errors++;
}
}
if(data.durationSeconds !== undefined){
let data5 = data.durationSeconds;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
(vErrors ??= []).push({instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if(!((data5 === 5) || (data5 === 8))){
(vErrors ??= []).push({instancePath:instancePath+"/durationSeconds",schemaPath:"#/properties/durationSeconds/enum",keyword:"enum",params:{allowedValues: schema6.properties.durationSeconds.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}
validate6.evaluated = {"props":{"assetId":true,"effectId":true,"prompt":true,"resolution":true,"aspectRatio":true,"durationSeconds":true},"dynamicProps":false,"dynamicItems":false};

export const listTasksQuery: Validator = validate7;
const schema7 = {"type":"object","required":[],"properties":{"status":{"type":"array","minItems":1,"maxItems":5,"items":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]}},"type":{"type":"array","minItems":1,"maxItems":4,"items":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]}},"createdFrom":{"type":"string","format":"date-time"},"createdBefore":{"type":"string","format":"date-time"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"type":"string","minLength":1,"maxLength":128},"id":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"string","minLength":1,"maxLength":64}}}};
const formats4 = formats["date-time"];

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate7.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status !== undefined){
let data0 = data.status;
if(Array.isArray(data0)){
if(data0.length > 5){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/properties/status/maxItems",keyword:"maxItems",params:{limit: 5}});
errors++;
}
if(data0.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/properties/status/minItems",keyword:"minItems",params:{limit: 1}});
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/status/" + i0,schemaPath:"#/properties/status/items/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((((data1 === "QUEUED") || (data1 === "PROCESSING")) || (data1 === "SUCCEEDED")) || (data1 === "FAILED")) || (data1 === "CANCELLED"))){
(vErrors ??= []).push({instancePath:instancePath+"/status/" + i0,schemaPath:"#/properties/status/items/enum",keyword:"enum",params:{allowedValues: schema7.properties.status.items.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data.type !== undefined){
let data2 = data.type;
if(Array.isArray(data2)){
if(data2.length > 4){
(vErrors ??= []).push({instancePath:instancePath+"/type",schemaPath:"#/properties/type/maxItems",keyword:"maxItems",params:{limit: 4}});
errors++;
}
if(data2.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/type",schemaPath:"#/properties/type/minItems",keyword:"minItems",params:{limit: 1}});
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/type/" + i1,schemaPath:"#/properties/type/items/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((data3 === "image.generate") || (data3 === "image.transform")) || (data3 === "video.generate")) || (data3 === "video.transform"))){
(vErrors ??= []).push({instancePath:instancePath+"/type/" + i1,schemaPath:"#/properties/type/items/enum",keyword:"enum",params:{allowedValues: schema7.properties.type.items.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data.createdFrom !== undefined){
let data4 = data.createdFrom;
if(typeof data4 === "string"){
if(!(formats4.validate(data4))){
(vErrors ??= []).push({instancePath:instancePath+"/createdFrom",schemaPath:"#/properties/createdFrom/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/createdFrom",schemaPath:"#/properties/createdFrom/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.createdBefore !== undefined){
let data5 = data.createdBefore;
if(typeof data5 === "string"){
if(!(formats4.validate(data5))){
(vErrors ??= []).push({instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.limit !== undefined){
let data6 = data.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
(vErrors ??= []).push({instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 100 || isNaN(data6)){
(vErrors ??= []).push({instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}});
errors++;
}
if(data6 < 1 || isNaN(data6)){
(vErrors ??= []).push({instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}});
errors++;
}
}
}
if(data.cursor !== undefined){
let data7 = data.cursor;
if(typeof data7 === "string"){
if(func0(data7) > 128){
(vErrors ??= []).push({instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 128}});
errors++;
}
if(func0(data7) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.id !== undefined){
let data8 = data.id;
if(Array.isArray(data8)){
if(data8.length > 100){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxItems",keyword:"maxItems",params:{limit: 100}});
errors++;
}
if(data8.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/minItems",keyword:"minItems",params:{limit: 1}});
errors++;
}
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
if(typeof data9 === "string"){
if(func0(data9) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/id/" + i2,schemaPath:"#/properties/id/items/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data9) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id/" + i2,schemaPath:"#/properties/id/items/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id/" + i2,schemaPath:"#/properties/id/items/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate7.errors = vErrors;
return errors === 0;
}
validate7.evaluated = {"props":{"status":true,"type":true,"createdFrom":true,"createdBefore":true,"limit":true,"cursor":true,"id":true},"dynamicProps":false,"dynamicItems":false};

export const listTasksHeaders: Validator = validate8;

function validate8(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate8.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.Prefer !== undefined){
if(typeof data.Prefer !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/Prefer",schemaPath:"#/properties/Prefer/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data["If-None-Match"] !== undefined){
if(typeof data["If-None-Match"] !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/If-None-Match",schemaPath:"#/properties/If-None-Match/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate8.errors = vErrors;
return errors === 0;
}
validate8.evaluated = {"props":{"Prefer":true,"If-None-Match":true},"dynamicProps":false,"dynamicItems":false};

export const getTaskPath: Validator = validate9;

function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate9.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.taskId === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "taskId"}});
errors++;
}
if(data.taskId !== undefined){
let data0 = data.taskId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate9.errors = vErrors;
return errors === 0;
}
validate9.evaluated = {"props":{"taskId":true},"dynamicProps":false,"dynamicItems":false};

export const createUploadBody: Validator = validate10;
const schema10 = {"type":"object","required":["contentType"],"properties":{"contentType":{"type":"string","enum":["image/jpeg","image/png","image/webp"]}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate10.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.contentType === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contentType"}});
errors++;
}
if(data.contentType !== undefined){
let data0 = data.contentType;
if(typeof data0 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((data0 === "image/jpeg") || (data0 === "image/png")) || (data0 === "image/webp"))){
(vErrors ??= []).push({instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues: schema10.properties.contentType.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
validate10.evaluated = {"props":{"contentType":true},"dynamicProps":false,"dynamicItems":false};

export const completeUploadPath: Validator = validate11;

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate11.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.assetId === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data.assetId !== undefined){
let data0 = data.assetId;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/assetId",schemaPath:"#/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}
validate11.evaluated = {"props":{"assetId":true},"dynamicProps":false,"dynamicItems":false};

export const completeUploadBody: Validator = validate12;

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate12.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(data && typeof data == "object" && !Array.isArray(data))){
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}
validate12.evaluated = {"dynamicProps":false,"dynamicItems":false};

export const listExamplesQuery: Validator = listEffectsQuery;
export const transformImageHeaders: Validator = generateImageHeaders;
export const generateVideoHeaders: Validator = generateImageHeaders;
export const transformVideoHeaders: Validator = generateImageHeaders;
export const getTaskHeaders: Validator = listTasksHeaders;
export const cancelTaskPath: Validator = getTaskPath;
export const getUploadPath: Validator = completeUploadPath;
