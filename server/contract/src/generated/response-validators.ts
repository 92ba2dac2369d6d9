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

export const getAccount200: Validator = validate0;
const schema0 = {"type":"object","required":["id","balance","currency"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"balance":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"key":{"type":"object","required":["id","name","expiresAt","products","readOnly","limits","spent"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"name":{"type":["string","null"]},"expiresAt":{"type":["string","null"],"format":"date-time"},"products":{"type":["array","null"],"items":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]}},"readOnly":{"type":"boolean"},"limits":{"type":"object","required":["day","total","requestsPerMinute"],"properties":{"day":{"oneOf":[{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},{"type":"null"}]},"total":{"oneOf":[{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},{"type":"null"}]},"requestsPerMinute":{"type":["integer","null"],"minimum":1}}},"spent":{"oneOf":[{"type":"object","required":["day","total"],"properties":{"day":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"total":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}}},{"type":"null"}]}}}}};
const func0 = ucs2length;
const pattern0 = new RegExp("^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$", "u");
const pattern1 = new RegExp("^[A-Z]{3}$", "u");
const formats0 = formats["date-time"];

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
if(data.id === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data.balance === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "balance"}});
errors++;
}
if(data.currency === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.balance !== undefined){
let data1 = data.balance;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
(vErrors ??= []).push({instancePath:instancePath+"/balance",schemaPath:"#/properties/balance/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/balance",schemaPath:"#/properties/balance/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
(vErrors ??= []).push({instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.key !== undefined){
let data3 = data.key;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data3.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "name"}});
errors++;
}
if(data3.expiresAt === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "expiresAt"}});
errors++;
}
if(data3.products === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "products"}});
errors++;
}
if(data3.readOnly === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "readOnly"}});
errors++;
}
if(data3.limits === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "limits"}});
errors++;
}
if(data3.spent === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/required",keyword:"required",params:{missingProperty: "spent"}});
errors++;
}
if(data3.id !== undefined){
let data4 = data3.id;
if(typeof data4 === "string"){
if(func0(data4) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/key/id",schemaPath:"#/properties/key/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data4) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/key/id",schemaPath:"#/properties/key/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key/id",schemaPath:"#/properties/key/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data3.name !== undefined){
let data5 = data3.name;
if((typeof data5 !== "string") && (data5 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/key/name",schemaPath:"#/properties/key/properties/name/type",keyword:"type",params:{type: schema0.properties.key.properties.name.type}});
errors++;
}
}
if(data3.expiresAt !== undefined){
let data6 = data3.expiresAt;
if((typeof data6 !== "string") && (data6 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/key/expiresAt",schemaPath:"#/properties/key/properties/expiresAt/type",keyword:"type",params:{type: schema0.properties.key.properties.expiresAt.type}});
errors++;
}
if(typeof data6 === "string"){
if(!(formats0.validate(data6))){
(vErrors ??= []).push({instancePath:instancePath+"/key/expiresAt",schemaPath:"#/properties/key/properties/expiresAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
}
if(data3.products !== undefined){
let data7 = data3.products;
if((!(Array.isArray(data7))) && (data7 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/key/products",schemaPath:"#/properties/key/properties/products/type",keyword:"type",params:{type: schema0.properties.key.properties.products.type}});
errors++;
}
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/key/products/" + i0,schemaPath:"#/properties/key/properties/products/items/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((data8 === "image.generate") || (data8 === "image.transform")) || (data8 === "video.generate")) || (data8 === "video.transform"))){
(vErrors ??= []).push({instancePath:instancePath+"/key/products/" + i0,schemaPath:"#/properties/key/properties/products/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.key.properties.products.items.enum}});
errors++;
}
}
}
}
if(data3.readOnly !== undefined){
if(typeof data3.readOnly !== "boolean"){
(vErrors ??= []).push({instancePath:instancePath+"/key/readOnly",schemaPath:"#/properties/key/properties/readOnly/type",keyword:"type",params:{type: "boolean"}});
errors++;
}
}
if(data3.limits !== undefined){
let data10 = data3.limits;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.day === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/required",keyword:"required",params:{missingProperty: "day"}});
errors++;
}
if(data10.total === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/required",keyword:"required",params:{missingProperty: "total"}});
errors++;
}
if(data10.requestsPerMinute === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/required",keyword:"required",params:{missingProperty: "requestsPerMinute"}});
errors++;
}
if(data10.day !== undefined){
let data11 = data10.day;
const _errs24 = errors;
let valid5 = false;
let passing0 = null;
const _errs25 = errors;
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf/0/type",keyword:"type",params:{type: "string"}});
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs27 = errors;
if(data11 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid0 = _errs27 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/day",schemaPath:"#/properties/key/properties/limits/properties/day/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}});
errors++;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
}
if(data10.total !== undefined){
let data12 = data10.total;
const _errs30 = errors;
let valid6 = false;
let passing1 = null;
const _errs31 = errors;
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf/0/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf/0/type",keyword:"type",params:{type: "string"}});
errors++;
}
var _valid1 = _errs31 === errors;
if(_valid1){
valid6 = true;
passing1 = 0;
}
const _errs33 = errors;
if(data12 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid1 = _errs33 === errors;
if(_valid1 && valid6){
valid6 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid6 = true;
passing1 = 1;
}
}
if(!valid6){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/total",schemaPath:"#/properties/key/properties/limits/properties/total/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}});
errors++;
}
else {
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
}
}
if(data10.requestsPerMinute !== undefined){
let data13 = data10.requestsPerMinute;
if((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (data13 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/requestsPerMinute",schemaPath:"#/properties/key/properties/limits/properties/requestsPerMinute/type",keyword:"type",params:{type: schema0.properties.key.properties.limits.properties.requestsPerMinute.type}});
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 1 || isNaN(data13)){
(vErrors ??= []).push({instancePath:instancePath+"/key/limits/requestsPerMinute",schemaPath:"#/properties/key/properties/limits/properties/requestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key/limits",schemaPath:"#/properties/key/properties/limits/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
if(data3.spent !== undefined){
let data14 = data3.spent;
const _errs38 = errors;
let valid7 = false;
let passing2 = null;
const _errs39 = errors;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.day === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/0/required",keyword:"required",params:{missingProperty: "day"}});
errors++;
}
if(data14.total === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/0/required",keyword:"required",params:{missingProperty: "total"}});
errors++;
}
if(data14.day !== undefined){
let data15 = data14.day;
if(typeof data15 === "string"){
if(!pattern0.test(data15)){
(vErrors ??= []).push({instancePath:instancePath+"/key/spent/day",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/day/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key/spent/day",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/day/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data14.total !== undefined){
let data16 = data14.total;
if(typeof data16 === "string"){
if(!pattern0.test(data16)){
(vErrors ??= []).push({instancePath:instancePath+"/key/spent/total",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/total/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key/spent/total",schemaPath:"#/properties/key/properties/spent/oneOf/0/properties/total/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid2 = _errs39 === errors;
if(_valid2){
valid7 = true;
passing2 = 0;
var props0 = {};
props0.day = true;
props0.total = true;
}
const _errs45 = errors;
if(data14 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid2 = _errs45 === errors;
if(_valid2 && valid7){
valid7 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid7 = true;
passing2 = 1;
}
}
if(!valid7){
(vErrors ??= []).push({instancePath:instancePath+"/key/spent",schemaPath:"#/properties/key/properties/spent/oneOf",keyword:"oneOf",params:{passingSchemas: passing2}});
errors++;
}
else {
errors = _errs38;
if(vErrors !== null){
if(_errs38){
vErrors.length = _errs38;
}
else {
vErrors = null;
}
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "object"}});
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
validate0.evaluated = {"props":{"id":true,"balance":true,"currency":true,"key":true},"dynamicProps":false,"dynamicItems":false};

export const getUsage200: Validator = validate1;
const schema1 = {"type":"object","required":["from","to","currency","charged","days"],"properties":{"from":{"type":"string","format":"date"},"to":{"type":"string","format":"date"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"charged":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"days":{"type":"array","items":{"type":"object","required":["date","product","keyId","succeeded","failed","cancelled","charged"],"properties":{"date":{"type":"string","format":"date"},"product":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]},"keyId":{"oneOf":[{"type":"string","minLength":1,"maxLength":64},{"type":"null"}]},"succeeded":{"type":"integer","minimum":0},"failed":{"type":"integer","minimum":0},"cancelled":{"type":"integer","minimum":0},"charged":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}}}}}};
const formats2 = formats.date;

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
if(data.from === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "from"}});
errors++;
}
if(data.to === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"}});
errors++;
}
if(data.currency === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}});
errors++;
}
if(data.charged === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "charged"}});
errors++;
}
if(data.days === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "days"}});
errors++;
}
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 === "string"){
if(!(formats2.validate(data0))){
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
if(!(formats2.validate(data1))){
(vErrors ??= []).push({instancePath:instancePath+"/to",schemaPath:"#/properties/to/format",keyword:"format",params:{format: "date"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
(vErrors ??= []).push({instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.charged !== undefined){
let data3 = data.charged;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
(vErrors ??= []).push({instancePath:instancePath+"/charged",schemaPath:"#/properties/charged/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/charged",schemaPath:"#/properties/charged/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.days !== undefined){
let data4 = data.days;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.date === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "date"}});
errors++;
}
if(data5.product === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "product"}});
errors++;
}
if(data5.keyId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "keyId"}});
errors++;
}
if(data5.succeeded === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "succeeded"}});
errors++;
}
if(data5.failed === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "failed"}});
errors++;
}
if(data5.cancelled === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "cancelled"}});
errors++;
}
if(data5.charged === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/required",keyword:"required",params:{missingProperty: "charged"}});
errors++;
}
if(data5.date !== undefined){
let data6 = data5.date;
if(typeof data6 === "string"){
if(!(formats2.validate(data6))){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/date",schemaPath:"#/properties/days/items/properties/date/format",keyword:"format",params:{format: "date"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/date",schemaPath:"#/properties/days/items/properties/date/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data5.product !== undefined){
let data7 = data5.product;
if(typeof data7 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/product",schemaPath:"#/properties/days/items/properties/product/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((data7 === "image.generate") || (data7 === "image.transform")) || (data7 === "video.generate")) || (data7 === "video.transform"))){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/product",schemaPath:"#/properties/days/items/properties/product/enum",keyword:"enum",params:{allowedValues: schema1.properties.days.items.properties.product.enum}});
errors++;
}
}
if(data5.keyId !== undefined){
let data8 = data5.keyId;
const _errs18 = errors;
let valid4 = false;
let passing0 = null;
const _errs19 = errors;
if(typeof data8 === "string"){
if(func0(data8) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/0/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data8) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/0/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/0/type",keyword:"type",params:{type: "string"}});
errors++;
}
var _valid0 = _errs19 === errors;
if(_valid0){
valid4 = true;
passing0 = 0;
}
const _errs21 = errors;
if(data8 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0 && valid4){
valid4 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid4 = true;
passing0 = 1;
}
}
if(!valid4){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/keyId",schemaPath:"#/properties/days/items/properties/keyId/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}});
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
}
if(data5.succeeded !== undefined){
let data9 = data5.succeeded;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/succeeded",schemaPath:"#/properties/days/items/properties/succeeded/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/succeeded",schemaPath:"#/properties/days/items/properties/succeeded/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
}
if(data5.failed !== undefined){
let data10 = data5.failed;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/failed",schemaPath:"#/properties/days/items/properties/failed/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/failed",schemaPath:"#/properties/days/items/properties/failed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
}
if(data5.cancelled !== undefined){
let data11 = data5.cancelled;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/cancelled",schemaPath:"#/properties/days/items/properties/cancelled/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/cancelled",schemaPath:"#/properties/days/items/properties/cancelled/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
}
if(data5.charged !== undefined){
let data12 = data5.charged;
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/charged",schemaPath:"#/properties/days/items/properties/charged/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0+"/charged",schemaPath:"#/properties/days/items/properties/charged/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/days/" + i0,schemaPath:"#/properties/days/items/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/days",schemaPath:"#/properties/days/type",keyword:"type",params:{type: "array"}});
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
validate1.evaluated = {"props":{"from":true,"to":true,"currency":true,"charged":true,"days":true},"dynamicProps":false,"dynamicItems":false};

export const getPricing200: Validator = validate2;
const schema2 = {"type":"object","required":["currency","products"],"properties":{"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"products":{"type":"array","items":{"type":"object","required":["product","unit","tiers"],"properties":{"product":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]},"unit":{"type":"string","enum":["image","second","unit"]},"tiers":{"type":"array","items":{"type":"object","required":["tier","unitPrice"],"properties":{"tier":{"type":"string","minLength":1},"unitPrice":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}}}}}}}}};

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
if(data.currency === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currency"}});
errors++;
}
if(data.products === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "products"}});
errors++;
}
if(data.currency !== undefined){
let data0 = data.currency;
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.products !== undefined){
let data1 = data.products;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.product === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/required",keyword:"required",params:{missingProperty: "product"}});
errors++;
}
if(data2.unit === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/required",keyword:"required",params:{missingProperty: "unit"}});
errors++;
}
if(data2.tiers === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/required",keyword:"required",params:{missingProperty: "tiers"}});
errors++;
}
if(data2.product !== undefined){
let data3 = data2.product;
if(typeof data3 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/product",schemaPath:"#/properties/products/items/properties/product/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((data3 === "image.generate") || (data3 === "image.transform")) || (data3 === "video.generate")) || (data3 === "video.transform"))){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/product",schemaPath:"#/properties/products/items/properties/product/enum",keyword:"enum",params:{allowedValues: schema2.properties.products.items.properties.product.enum}});
errors++;
}
}
if(data2.unit !== undefined){
let data4 = data2.unit;
if(typeof data4 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/unit",schemaPath:"#/properties/products/items/properties/unit/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((data4 === "image") || (data4 === "second")) || (data4 === "unit"))){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/unit",schemaPath:"#/properties/products/items/properties/unit/enum",keyword:"enum",params:{allowedValues: schema2.properties.products.items.properties.unit.enum}});
errors++;
}
}
if(data2.tiers !== undefined){
let data5 = data2.tiers;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.tier === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers/" + i1,schemaPath:"#/properties/products/items/properties/tiers/items/required",keyword:"required",params:{missingProperty: "tier"}});
errors++;
}
if(data6.unitPrice === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers/" + i1,schemaPath:"#/properties/products/items/properties/tiers/items/required",keyword:"required",params:{missingProperty: "unitPrice"}});
errors++;
}
if(data6.tier !== undefined){
let data7 = data6.tier;
if(typeof data7 === "string"){
if(func0(data7) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/tier",schemaPath:"#/properties/products/items/properties/tiers/items/properties/tier/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/tier",schemaPath:"#/properties/products/items/properties/tiers/items/properties/tier/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data6.unitPrice !== undefined){
let data8 = data6.unitPrice;
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/unitPrice",schemaPath:"#/properties/products/items/properties/tiers/items/properties/unitPrice/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers/" + i1+"/unitPrice",schemaPath:"#/properties/products/items/properties/tiers/items/properties/unitPrice/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers/" + i1,schemaPath:"#/properties/products/items/properties/tiers/items/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0+"/tiers",schemaPath:"#/properties/products/items/properties/tiers/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/products/" + i0,schemaPath:"#/properties/products/items/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/products",schemaPath:"#/properties/products/type",keyword:"type",params:{type: "array"}});
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
validate2.evaluated = {"props":{"currency":true,"products":true},"dynamicProps":false,"dynamicItems":false};

export const listEffects200: Validator = validate3;
const schema3 = {"type":"object","required":["effects"],"properties":{"effects":{"type":"array","items":{"type":"object","required":["id","name","description","surface","defaults"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"name":{"type":"string"},"description":{"type":"string"},"surface":{"type":"string","enum":["image","video"]},"defaults":{"type":"object","additionalProperties":{"type":["string","number"]}}}}}}};

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
if(data.effects === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "effects"}});
errors++;
}
if(data.effects !== undefined){
let data0 = data.effects;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data1.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "name"}});
errors++;
}
if(data1.description === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "description"}});
errors++;
}
if(data1.surface === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "surface"}});
errors++;
}
if(data1.defaults === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/required",keyword:"required",params:{missingProperty: "defaults"}});
errors++;
}
if(data1.id !== undefined){
let data2 = data1.id;
if(typeof data2 === "string"){
if(func0(data2) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/id",schemaPath:"#/properties/effects/items/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data2) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/id",schemaPath:"#/properties/effects/items/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/id",schemaPath:"#/properties/effects/items/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data1.name !== undefined){
if(typeof data1.name !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/name",schemaPath:"#/properties/effects/items/properties/name/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data1.description !== undefined){
if(typeof data1.description !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/description",schemaPath:"#/properties/effects/items/properties/description/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data1.surface !== undefined){
let data5 = data1.surface;
if(typeof data5 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/surface",schemaPath:"#/properties/effects/items/properties/surface/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((data5 === "image") || (data5 === "video"))){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/surface",schemaPath:"#/properties/effects/items/properties/surface/enum",keyword:"enum",params:{allowedValues: schema3.properties.effects.items.properties.surface.enum}});
errors++;
}
}
if(data1.defaults !== undefined){
let data6 = data1.defaults;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key0 in data6){
let data7 = data6[key0];
if((typeof data7 !== "string") && (!((typeof data7 == "number") && (isFinite(data7))))){
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/defaults/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/effects/items/properties/defaults/additionalProperties/type",keyword:"type",params:{type: schema3.properties.effects.items.properties.defaults.additionalProperties.type}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0+"/defaults",schemaPath:"#/properties/effects/items/properties/defaults/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/effects/" + i0,schemaPath:"#/properties/effects/items/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/effects",schemaPath:"#/properties/effects/type",keyword:"type",params:{type: "array"}});
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
validate3.evaluated = {"props":{"effects":true},"dynamicProps":false,"dynamicItems":false};

export const listExamples200: Validator = validate4;
const schema4 = {"type":"object","required":["examples"],"properties":{"examples":{"type":"array","items":{"type":"object","required":["id","surface","title","caption","parameter","request","category","input","poster","output","blurredPoster","blurredOutput","width","height"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"surface":{"type":"string","enum":["IMAGE","VIDEO"]},"title":{"type":"string"},"caption":{"type":"string"},"parameter":{"type":"string","const":"effectId"},"request":{"type":"object","additionalProperties":{"type":["string","number"]}},"category":{"oneOf":[{"type":"object","required":["id","label","sortOrder"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"label":{"type":"string"},"sortOrder":{"type":"number"}}},{"type":"null"}]},"input":{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},"poster":{"oneOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"null"}]},"output":{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},"blurredPoster":{"oneOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"null"}]},"blurredOutput":{"oneOf":[{"type":"object","required":["assetId"],"properties":{"assetId":{"type":"string","minLength":1,"maxLength":64}}},{"type":"null"}]},"width":{"type":["integer","null"],"minimum":1},"height":{"type":["integer","null"],"minimum":1}}}}}};

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
if(data.examples === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "examples"}});
errors++;
}
if(data.examples !== undefined){
let data0 = data.examples;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data1.surface === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "surface"}});
errors++;
}
if(data1.title === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "title"}});
errors++;
}
if(data1.caption === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "caption"}});
errors++;
}
if(data1.parameter === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "parameter"}});
errors++;
}
if(data1.request === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "request"}});
errors++;
}
if(data1.category === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "category"}});
errors++;
}
if(data1.input === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "input"}});
errors++;
}
if(data1.poster === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "poster"}});
errors++;
}
if(data1.output === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "output"}});
errors++;
}
if(data1.blurredPoster === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "blurredPoster"}});
errors++;
}
if(data1.blurredOutput === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "blurredOutput"}});
errors++;
}
if(data1.width === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "width"}});
errors++;
}
if(data1.height === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/required",keyword:"required",params:{missingProperty: "height"}});
errors++;
}
if(data1.id !== undefined){
let data2 = data1.id;
if(typeof data2 === "string"){
if(func0(data2) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/id",schemaPath:"#/properties/examples/items/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data2) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/id",schemaPath:"#/properties/examples/items/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/id",schemaPath:"#/properties/examples/items/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data1.surface !== undefined){
let data3 = data1.surface;
if(typeof data3 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/surface",schemaPath:"#/properties/examples/items/properties/surface/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((data3 === "IMAGE") || (data3 === "VIDEO"))){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/surface",schemaPath:"#/properties/examples/items/properties/surface/enum",keyword:"enum",params:{allowedValues: schema4.properties.examples.items.properties.surface.enum}});
errors++;
}
}
if(data1.title !== undefined){
if(typeof data1.title !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/title",schemaPath:"#/properties/examples/items/properties/title/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data1.caption !== undefined){
if(typeof data1.caption !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/caption",schemaPath:"#/properties/examples/items/properties/caption/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data1.parameter !== undefined){
let data6 = data1.parameter;
if(typeof data6 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/parameter",schemaPath:"#/properties/examples/items/properties/parameter/type",keyword:"type",params:{type: "string"}});
errors++;
}
if("effectId" !== data6){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/parameter",schemaPath:"#/properties/examples/items/properties/parameter/const",keyword:"const",params:{allowedValue: "effectId"}});
errors++;
}
}
if(data1.request !== undefined){
let data7 = data1.request;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key0 in data7){
let data8 = data7[key0];
if((typeof data8 !== "string") && (!((typeof data8 == "number") && (isFinite(data8))))){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/request/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/examples/items/properties/request/additionalProperties/type",keyword:"type",params:{type: schema4.properties.examples.items.properties.request.additionalProperties.type}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/request",schemaPath:"#/properties/examples/items/properties/request/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
if(data1.category !== undefined){
let data9 = data1.category;
const _errs21 = errors;
let valid5 = false;
let passing0 = null;
const _errs22 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data9.label === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/required",keyword:"required",params:{missingProperty: "label"}});
errors++;
}
if(data9.sortOrder === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/required",keyword:"required",params:{missingProperty: "sortOrder"}});
errors++;
}
if(data9.id !== undefined){
let data10 = data9.id;
if(typeof data10 === "string"){
if(func0(data10) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category/id",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data10) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category/id",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category/id",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data9.label !== undefined){
if(typeof data9.label !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category/label",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/label/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data9.sortOrder !== undefined){
let data12 = data9.sortOrder;
if(!((typeof data12 == "number") && (isFinite(data12)))){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category/sortOrder",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/properties/sortOrder/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid0 = _errs22 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
var props0 = {};
props0.id = true;
props0.label = true;
props0.sortOrder = true;
}
const _errs30 = errors;
if(data9 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid0 = _errs30 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/category",schemaPath:"#/properties/examples/items/properties/category/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}});
errors++;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
}
if(data1.input !== undefined){
let data13 = data1.input;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.assetId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/input",schemaPath:"#/properties/examples/items/properties/input/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data13.assetId !== undefined){
let data14 = data13.assetId;
if(typeof data14 === "string"){
if(func0(data14) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/input/assetId",schemaPath:"#/properties/examples/items/properties/input/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data14) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/input/assetId",schemaPath:"#/properties/examples/items/properties/input/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/input/assetId",schemaPath:"#/properties/examples/items/properties/input/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/input",schemaPath:"#/properties/examples/items/properties/input/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
if(data1.poster !== undefined){
let data15 = data1.poster;
const _errs37 = errors;
let valid8 = false;
let passing1 = null;
const _errs38 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.assetId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data15.assetId !== undefined){
let data16 = data15.assetId;
if(typeof data16 === "string"){
if(func0(data16) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/poster/assetId",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data16) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/poster/assetId",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/poster/assetId",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid1 = _errs38 === errors;
if(_valid1){
valid8 = true;
passing1 = 0;
var props1 = {};
props1.assetId = true;
}
const _errs42 = errors;
if(data15 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid1 = _errs42 === errors;
if(_valid1 && valid8){
valid8 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid8 = true;
passing1 = 1;
}
}
if(!valid8){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/poster",schemaPath:"#/properties/examples/items/properties/poster/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}});
errors++;
}
else {
errors = _errs37;
if(vErrors !== null){
if(_errs37){
vErrors.length = _errs37;
}
else {
vErrors = null;
}
}
}
}
if(data1.output !== undefined){
let data17 = data1.output;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.assetId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/output",schemaPath:"#/properties/examples/items/properties/output/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data17.assetId !== undefined){
let data18 = data17.assetId;
if(typeof data18 === "string"){
if(func0(data18) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/output/assetId",schemaPath:"#/properties/examples/items/properties/output/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data18) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/output/assetId",schemaPath:"#/properties/examples/items/properties/output/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/output/assetId",schemaPath:"#/properties/examples/items/properties/output/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/output",schemaPath:"#/properties/examples/items/properties/output/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
if(data1.blurredPoster !== undefined){
let data19 = data1.blurredPoster;
const _errs49 = errors;
let valid11 = false;
let passing2 = null;
const _errs50 = errors;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.assetId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data19.assetId !== undefined){
let data20 = data19.assetId;
if(typeof data20 === "string"){
if(func0(data20) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredPoster/assetId",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data20) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredPoster/assetId",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredPoster/assetId",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid2 = _errs50 === errors;
if(_valid2){
valid11 = true;
passing2 = 0;
var props2 = {};
props2.assetId = true;
}
const _errs54 = errors;
if(data19 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid2 = _errs54 === errors;
if(_valid2 && valid11){
valid11 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid11 = true;
passing2 = 1;
}
}
if(!valid11){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredPoster",schemaPath:"#/properties/examples/items/properties/blurredPoster/oneOf",keyword:"oneOf",params:{passingSchemas: passing2}});
errors++;
}
else {
errors = _errs49;
if(vErrors !== null){
if(_errs49){
vErrors.length = _errs49;
}
else {
vErrors = null;
}
}
}
}
if(data1.blurredOutput !== undefined){
let data21 = data1.blurredOutput;
const _errs57 = errors;
let valid13 = false;
let passing3 = null;
const _errs58 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.assetId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/required",keyword:"required",params:{missingProperty: "assetId"}});
errors++;
}
if(data21.assetId !== undefined){
let data22 = data21.assetId;
if(typeof data22 === "string"){
if(func0(data22) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredOutput/assetId",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/properties/assetId/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data22) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredOutput/assetId",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/properties/assetId/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredOutput/assetId",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/properties/assetId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid3 = _errs58 === errors;
if(_valid3){
valid13 = true;
passing3 = 0;
var props3 = {};
props3.assetId = true;
}
const _errs62 = errors;
if(data21 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid3 = _errs62 === errors;
if(_valid3 && valid13){
valid13 = false;
passing3 = [passing3, 1];
}
else {
if(_valid3){
valid13 = true;
passing3 = 1;
}
}
if(!valid13){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/blurredOutput",schemaPath:"#/properties/examples/items/properties/blurredOutput/oneOf",keyword:"oneOf",params:{passingSchemas: passing3}});
errors++;
}
else {
errors = _errs57;
if(vErrors !== null){
if(_errs57){
vErrors.length = _errs57;
}
else {
vErrors = null;
}
}
}
}
if(data1.width !== undefined){
let data23 = data1.width;
if((!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))) && (data23 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/width",schemaPath:"#/properties/examples/items/properties/width/type",keyword:"type",params:{type: schema4.properties.examples.items.properties.width.type}});
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 1 || isNaN(data23)){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/width",schemaPath:"#/properties/examples/items/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}});
errors++;
}
}
}
if(data1.height !== undefined){
let data24 = data1.height;
if((!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))) && (data24 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/height",schemaPath:"#/properties/examples/items/properties/height/type",keyword:"type",params:{type: schema4.properties.examples.items.properties.height.type}});
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 1 || isNaN(data24)){
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0+"/height",schemaPath:"#/properties/examples/items/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples/" + i0,schemaPath:"#/properties/examples/items/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/examples",schemaPath:"#/properties/examples/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate4.errors = vErrors;
return errors === 0;
}
validate4.evaluated = {"props":{"examples":true},"dynamicProps":false,"dynamicItems":false};

export const generateImage200: Validator = validate5;
const schema6 = {"type":"object","required":["id","status","createdAt"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"status":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]},"createdAt":{"type":"string","format":"date-time"},"cost":{"type":"object","required":["amount","currency","state"],"properties":{"amount":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"state":{"type":"string","enum":["reserved","charged","refunded"]}}}}};

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
if(data.id === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate6/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data.status === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate6/required",keyword:"required",params:{missingProperty: "status"}});
errors++;
}
if(data.createdAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate6/required",keyword:"required",params:{missingProperty: "createdAt"}});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate6/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate6/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate6/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(typeof data1 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/$defs/validate6/properties/status/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((((data1 === "QUEUED") || (data1 === "PROCESSING")) || (data1 === "SUCCEEDED")) || (data1 === "FAILED")) || (data1 === "CANCELLED"))){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/$defs/validate6/properties/status/enum",keyword:"enum",params:{allowedValues: schema6.properties.status.enum}});
errors++;
}
}
if(data.createdAt !== undefined){
let data2 = data.createdAt;
if(typeof data2 === "string"){
if(!(formats0.validate(data2))){
(vErrors ??= []).push({instancePath:instancePath+"/createdAt",schemaPath:"#/$defs/validate6/properties/createdAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/createdAt",schemaPath:"#/$defs/validate6/properties/createdAt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.cost !== undefined){
let data3 = data.cost;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.amount === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate6/properties/cost/required",keyword:"required",params:{missingProperty: "amount"}});
errors++;
}
if(data3.currency === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate6/properties/cost/required",keyword:"required",params:{missingProperty: "currency"}});
errors++;
}
if(data3.state === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate6/properties/cost/required",keyword:"required",params:{missingProperty: "state"}});
errors++;
}
if(data3.amount !== undefined){
let data4 = data3.amount;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
(vErrors ??= []).push({instancePath:instancePath+"/cost/amount",schemaPath:"#/$defs/validate6/properties/cost/properties/amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cost/amount",schemaPath:"#/$defs/validate6/properties/cost/properties/amount/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data3.currency !== undefined){
let data5 = data3.currency;
if(typeof data5 === "string"){
if(!pattern1.test(data5)){
(vErrors ??= []).push({instancePath:instancePath+"/cost/currency",schemaPath:"#/$defs/validate6/properties/cost/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cost/currency",schemaPath:"#/$defs/validate6/properties/cost/properties/currency/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data3.state !== undefined){
let data6 = data3.state;
if(typeof data6 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/cost/state",schemaPath:"#/$defs/validate6/properties/cost/properties/state/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((data6 === "reserved") || (data6 === "charged")) || (data6 === "refunded"))){
(vErrors ??= []).push({instancePath:instancePath+"/cost/state",schemaPath:"#/$defs/validate6/properties/cost/properties/state/enum",keyword:"enum",params:{allowedValues: schema6.properties.cost.properties.state.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate6/properties/cost/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate6/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}
validate6.evaluated = {"props":{"id":true,"status":true,"createdAt":true,"cost":true},"dynamicProps":false,"dynamicItems":false};


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
if(!(validate6(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors);
errors = vErrors.length;
}
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"props":{"id":true,"status":true,"createdAt":true,"cost":true},"dynamicProps":false,"dynamicItems":false};

export const listTasks200: Validator = validate8;
const schema7 = {"type":"object","required":["tasks","nextCursor"],"properties":{"tasks":{"type":"array","maxItems":100,"items":{"$ref":"/Task"}},"nextCursor":{"type":["string","null"],"minLength":1,"maxLength":128}}};
const schema8 = {"type":"object","required":["id","type","status","createdAt","startedAt","completedAt","output","error"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"type":{"type":"string","enum":["image.generate","image.transform","video.generate","video.transform"]},"status":{"type":"string","enum":["QUEUED","PROCESSING","SUCCEEDED","FAILED","CANCELLED"]},"createdAt":{"type":"string","format":"date-time"},"startedAt":{"type":["string","null"],"format":"date-time"},"completedAt":{"type":["string","null"],"format":"date-time"},"output":{"oneOf":[{"type":"object","properties":{"images":{"type":"array","items":{"type":"object","required":["url","contentType"],"properties":{"url":{"type":"string","format":"uri"},"contentType":{"type":"string"},"sizeBytes":{"type":"integer","minimum":0}}}},"videos":{"type":"array","items":{"type":"object","required":["url","contentType"],"properties":{"url":{"type":"string","format":"uri"},"contentType":{"type":"string"},"sizeBytes":{"type":"integer","minimum":0}}}},"removed":{"type":"object","required":["code","removedAt"],"properties":{"code":{"type":"string","enum":["RESULT_EXPIRED","RESULT_DELETED"]},"removedAt":{"type":"string","format":"date-time"}}}}},{"type":"null"}]},"error":{"oneOf":[{"type":"object","required":["code","message"],"properties":{"code":{"type":"string","enum":["INVALID_INPUT","GENERATION_FAILED","PROVIDER_UNAVAILABLE","PROVIDER_SUBMIT_AMBIGUOUS","NO_PROVIDER_CONFIGURED","WORKER_TIMEOUT"]},"message":{"type":["string","null"]}}},{"type":"null"}]},"cost":{"type":"object","required":["amount","currency","state"],"properties":{"amount":{"type":"string","pattern":"^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"},"currency":{"type":"string","pattern":"^[A-Z]{3}$"},"state":{"type":"string","enum":["reserved","charged","refunded"]}}}}};
const formats16 = formats.uri;

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
if(data.id === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data.type === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "type"}});
errors++;
}
if(data.status === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "status"}});
errors++;
}
if(data.createdAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "createdAt"}});
errors++;
}
if(data.startedAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "startedAt"}});
errors++;
}
if(data.completedAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "completedAt"}});
errors++;
}
if(data.output === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "output"}});
errors++;
}
if(data.error === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/required",keyword:"required",params:{missingProperty: "error"}});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate9/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate9/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate9/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.type !== undefined){
let data1 = data.type;
if(typeof data1 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/type",schemaPath:"#/$defs/validate9/properties/type/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((data1 === "image.generate") || (data1 === "image.transform")) || (data1 === "video.generate")) || (data1 === "video.transform"))){
(vErrors ??= []).push({instancePath:instancePath+"/type",schemaPath:"#/$defs/validate9/properties/type/enum",keyword:"enum",params:{allowedValues: schema8.properties.type.enum}});
errors++;
}
}
if(data.status !== undefined){
let data2 = data.status;
if(typeof data2 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/$defs/validate9/properties/status/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((((data2 === "QUEUED") || (data2 === "PROCESSING")) || (data2 === "SUCCEEDED")) || (data2 === "FAILED")) || (data2 === "CANCELLED"))){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/$defs/validate9/properties/status/enum",keyword:"enum",params:{allowedValues: schema8.properties.status.enum}});
errors++;
}
}
if(data.createdAt !== undefined){
let data3 = data.createdAt;
if(typeof data3 === "string"){
if(!(formats0.validate(data3))){
(vErrors ??= []).push({instancePath:instancePath+"/createdAt",schemaPath:"#/$defs/validate9/properties/createdAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/createdAt",schemaPath:"#/$defs/validate9/properties/createdAt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.startedAt !== undefined){
let data4 = data.startedAt;
if((typeof data4 !== "string") && (data4 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/startedAt",schemaPath:"#/$defs/validate9/properties/startedAt/type",keyword:"type",params:{type: schema8.properties.startedAt.type}});
errors++;
}
if(typeof data4 === "string"){
if(!(formats0.validate(data4))){
(vErrors ??= []).push({instancePath:instancePath+"/startedAt",schemaPath:"#/$defs/validate9/properties/startedAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
}
if(data.completedAt !== undefined){
let data5 = data.completedAt;
if((typeof data5 !== "string") && (data5 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/completedAt",schemaPath:"#/$defs/validate9/properties/completedAt/type",keyword:"type",params:{type: schema8.properties.completedAt.type}});
errors++;
}
if(typeof data5 === "string"){
if(!(formats0.validate(data5))){
(vErrors ??= []).push({instancePath:instancePath+"/completedAt",schemaPath:"#/$defs/validate9/properties/completedAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
}
if(data.output !== undefined){
let data6 = data.output;
const _errs14 = errors;
let valid1 = false;
let passing0 = null;
const _errs15 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.images !== undefined){
let data7 = data6.images;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.url === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0,schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/required",keyword:"required",params:{missingProperty: "url"}});
errors++;
}
if(data8.contentType === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0,schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/required",keyword:"required",params:{missingProperty: "contentType"}});
errors++;
}
if(data8.url !== undefined){
let data9 = data8.url;
if(typeof data9 === "string"){
if(!(formats16(data9))){
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0+"/url",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/properties/url/format",keyword:"format",params:{format: "uri"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0+"/url",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/properties/url/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data8.contentType !== undefined){
if(typeof data8.contentType !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0+"/contentType",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/properties/contentType/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data8.sizeBytes !== undefined){
let data11 = data8.sizeBytes;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0+"/sizeBytes",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/properties/sizeBytes/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0+"/sizeBytes",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/images/" + i0,schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/items/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/images",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/images/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data6.videos !== undefined){
let data12 = data6.videos;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.url === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1,schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/required",keyword:"required",params:{missingProperty: "url"}});
errors++;
}
if(data13.contentType === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1,schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/required",keyword:"required",params:{missingProperty: "contentType"}});
errors++;
}
if(data13.url !== undefined){
let data14 = data13.url;
if(typeof data14 === "string"){
if(!(formats16(data14))){
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1+"/url",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/properties/url/format",keyword:"format",params:{format: "uri"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1+"/url",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/properties/url/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data13.contentType !== undefined){
if(typeof data13.contentType !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1+"/contentType",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/properties/contentType/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data13.sizeBytes !== undefined){
let data16 = data13.sizeBytes;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1+"/sizeBytes",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/properties/sizeBytes/type",keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 0 || isNaN(data16)){
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1+"/sizeBytes",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/videos/" + i1,schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/items/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/videos",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/videos/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data6.removed !== undefined){
let data17 = data6.removed;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.code === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/output/removed",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/removed/required",keyword:"required",params:{missingProperty: "code"}});
errors++;
}
if(data17.removedAt === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/output/removed",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/removed/required",keyword:"required",params:{missingProperty: "removedAt"}});
errors++;
}
if(data17.code !== undefined){
let data18 = data17.code;
if(typeof data18 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/output/removed/code",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/removed/properties/code/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((data18 === "RESULT_EXPIRED") || (data18 === "RESULT_DELETED"))){
(vErrors ??= []).push({instancePath:instancePath+"/output/removed/code",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/removed/properties/code/enum",keyword:"enum",params:{allowedValues: schema8.properties.output.oneOf[0].properties.removed.properties.code.enum}});
errors++;
}
}
if(data17.removedAt !== undefined){
let data19 = data17.removedAt;
if(typeof data19 === "string"){
if(!(formats0.validate(data19))){
(vErrors ??= []).push({instancePath:instancePath+"/output/removed/removedAt",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/removed/properties/removedAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/removed/removedAt",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/removed/properties/removedAt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output/removed",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/properties/removed/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/output",schemaPath:"#/$defs/validate9/properties/output/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid0 = _errs15 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = {};
props0.images = true;
props0.videos = true;
props0.removed = true;
}
const _errs43 = errors;
if(data6 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/output",schemaPath:"#/$defs/validate9/properties/output/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid0 = _errs43 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
(vErrors ??= []).push({instancePath:instancePath+"/output",schemaPath:"#/$defs/validate9/properties/output/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}});
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
if(data.error !== undefined){
let data20 = data.error;
const _errs46 = errors;
let valid10 = false;
let passing1 = null;
const _errs47 = errors;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.code === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate9/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "code"}});
errors++;
}
if(data20.message === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate9/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "message"}});
errors++;
}
if(data20.code !== undefined){
let data21 = data20.code;
if(typeof data21 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/error/code",schemaPath:"#/$defs/validate9/properties/error/oneOf/0/properties/code/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((((data21 === "INVALID_INPUT") || (data21 === "GENERATION_FAILED")) || (data21 === "PROVIDER_UNAVAILABLE")) || (data21 === "PROVIDER_SUBMIT_AMBIGUOUS")) || (data21 === "NO_PROVIDER_CONFIGURED")) || (data21 === "WORKER_TIMEOUT"))){
(vErrors ??= []).push({instancePath:instancePath+"/error/code",schemaPath:"#/$defs/validate9/properties/error/oneOf/0/properties/code/enum",keyword:"enum",params:{allowedValues: schema8.properties.error.oneOf[0].properties.code.enum}});
errors++;
}
}
if(data20.message !== undefined){
let data22 = data20.message;
if((typeof data22 !== "string") && (data22 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/error/message",schemaPath:"#/$defs/validate9/properties/error/oneOf/0/properties/message/type",keyword:"type",params:{type: schema8.properties.error.oneOf[0].properties.message.type}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate9/properties/error/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid1 = _errs47 === errors;
if(_valid1){
valid10 = true;
passing1 = 0;
var props1 = {};
props1.code = true;
props1.message = true;
}
const _errs53 = errors;
if(data20 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate9/properties/error/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid1 = _errs53 === errors;
if(_valid1 && valid10){
valid10 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid10 = true;
passing1 = 1;
}
}
if(!valid10){
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate9/properties/error/oneOf",keyword:"oneOf",params:{passingSchemas: passing1}});
errors++;
}
else {
errors = _errs46;
if(vErrors !== null){
if(_errs46){
vErrors.length = _errs46;
}
else {
vErrors = null;
}
}
}
}
if(data.cost !== undefined){
let data23 = data.cost;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.amount === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate9/properties/cost/required",keyword:"required",params:{missingProperty: "amount"}});
errors++;
}
if(data23.currency === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate9/properties/cost/required",keyword:"required",params:{missingProperty: "currency"}});
errors++;
}
if(data23.state === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate9/properties/cost/required",keyword:"required",params:{missingProperty: "state"}});
errors++;
}
if(data23.amount !== undefined){
let data24 = data23.amount;
if(typeof data24 === "string"){
if(!pattern0.test(data24)){
(vErrors ??= []).push({instancePath:instancePath+"/cost/amount",schemaPath:"#/$defs/validate9/properties/cost/properties/amount/pattern",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]{0,12})\\.[0-9]{2,6}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cost/amount",schemaPath:"#/$defs/validate9/properties/cost/properties/amount/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data23.currency !== undefined){
let data25 = data23.currency;
if(typeof data25 === "string"){
if(!pattern1.test(data25)){
(vErrors ??= []).push({instancePath:instancePath+"/cost/currency",schemaPath:"#/$defs/validate9/properties/cost/properties/currency/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cost/currency",schemaPath:"#/$defs/validate9/properties/cost/properties/currency/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data23.state !== undefined){
let data26 = data23.state;
if(typeof data26 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/cost/state",schemaPath:"#/$defs/validate9/properties/cost/properties/state/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((data26 === "reserved") || (data26 === "charged")) || (data26 === "refunded"))){
(vErrors ??= []).push({instancePath:instancePath+"/cost/state",schemaPath:"#/$defs/validate9/properties/cost/properties/state/enum",keyword:"enum",params:{allowedValues: schema8.properties.cost.properties.state.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cost",schemaPath:"#/$defs/validate9/properties/cost/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate9/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate9.errors = vErrors;
return errors === 0;
}
validate9.evaluated = {"props":{"id":true,"type":true,"status":true,"createdAt":true,"startedAt":true,"completedAt":true,"output":true,"error":true,"cost":true},"dynamicProps":false,"dynamicItems":false};


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
if(data.tasks === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tasks"}});
errors++;
}
if(data.nextCursor === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "nextCursor"}});
errors++;
}
if(data.tasks !== undefined){
let data0 = data.tasks;
if(Array.isArray(data0)){
if(data0.length > 100){
(vErrors ??= []).push({instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/maxItems",keyword:"maxItems",params:{limit: 100}});
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate9(data0[i0], {instancePath:instancePath+"/tasks/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate9.errors : vErrors.concat(validate9.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data.nextCursor !== undefined){
let data2 = data.nextCursor;
if((typeof data2 !== "string") && (data2 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/nextCursor",schemaPath:"#/properties/nextCursor/type",keyword:"type",params:{type: schema7.properties.nextCursor.type}});
errors++;
}
if(typeof data2 === "string"){
if(func0(data2) > 128){
(vErrors ??= []).push({instancePath:instancePath+"/nextCursor",schemaPath:"#/properties/nextCursor/maxLength",keyword:"maxLength",params:{limit: 128}});
errors++;
}
if(func0(data2) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/nextCursor",schemaPath:"#/properties/nextCursor/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
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
validate8.evaluated = {"props":{"tasks":true,"nextCursor":true},"dynamicProps":false,"dynamicItems":false};

export const getTask200: Validator = validate11;

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
if(!(validate9(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate9.errors : vErrors.concat(validate9.errors);
errors = vErrors.length;
}
validate11.errors = vErrors;
return errors === 0;
}
validate11.evaluated = {"props":{"id":true,"type":true,"status":true,"createdAt":true,"startedAt":true,"completedAt":true,"output":true,"error":true,"cost":true},"dynamicProps":false,"dynamicItems":false};

export const cancelTask200: Validator = validate13;

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate13.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data.status === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"}});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(typeof data1 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}});
errors++;
}
if("CANCELLED" !== data1){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "CANCELLED"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}
validate13.evaluated = {"props":{"id":true,"status":true},"dynamicProps":false,"dynamicItems":false};

export const createUpload200: Validator = validate14;

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate14.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data.uploadUrl === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uploadUrl"}});
errors++;
}
if(data.method === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "method"}});
errors++;
}
if(data.expiresAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expiresAt"}});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.uploadUrl !== undefined){
let data1 = data.uploadUrl;
if(typeof data1 === "string"){
if(!(formats16(data1))){
(vErrors ??= []).push({instancePath:instancePath+"/uploadUrl",schemaPath:"#/properties/uploadUrl/format",keyword:"format",params:{format: "uri"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/uploadUrl",schemaPath:"#/properties/uploadUrl/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.method !== undefined){
let data2 = data.method;
if(typeof data2 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"}});
errors++;
}
if("PUT" !== data2){
(vErrors ??= []).push({instancePath:instancePath+"/method",schemaPath:"#/properties/method/const",keyword:"const",params:{allowedValue: "PUT"}});
errors++;
}
}
if(data.expiresAt !== undefined){
let data3 = data.expiresAt;
if(typeof data3 === "string"){
if(!(formats0.validate(data3))){
(vErrors ??= []).push({instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}
validate14.evaluated = {"props":{"id":true,"uploadUrl":true,"method":true,"expiresAt":true},"dynamicProps":false,"dynamicItems":false};

export const completeUpload200: Validator = validate15;
const schema13 = {"type":"object","required":["id","status","contentType","sizeBytes","width","height","createdAt","expiresAt","verifiedAt","error"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64},"status":{"type":"string","enum":["PENDING","READY","INVALID","EXPIRED"]},"contentType":{"type":"string","enum":["image/jpeg","image/png","image/webp"]},"sizeBytes":{"type":["integer","null"],"minimum":0},"width":{"type":["integer","null"],"minimum":1},"height":{"type":["integer","null"],"minimum":1},"createdAt":{"type":"string","format":"date-time"},"expiresAt":{"type":"string","format":"date-time"},"verifiedAt":{"type":["string","null"],"format":"date-time"},"error":{"oneOf":[{"type":"object","required":["code"],"properties":{"code":{"type":"string","enum":["UNSUPPORTED_FORMAT","CONTENT_TYPE_MISMATCH","FILE_TOO_LARGE","FILE_TOO_SMALL","DIMENSIONS_OUT_OF_RANGE","CONTENT_REFUSED","UPLOAD_EXPIRED"]}}},{"type":"null"}]}}};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate16.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "id"}});
errors++;
}
if(data.status === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "status"}});
errors++;
}
if(data.contentType === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "contentType"}});
errors++;
}
if(data.sizeBytes === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "sizeBytes"}});
errors++;
}
if(data.width === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "width"}});
errors++;
}
if(data.height === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "height"}});
errors++;
}
if(data.createdAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "createdAt"}});
errors++;
}
if(data.expiresAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "expiresAt"}});
errors++;
}
if(data.verifiedAt === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "verifiedAt"}});
errors++;
}
if(data.error === undefined){
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/required",keyword:"required",params:{missingProperty: "error"}});
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func0(data0) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate16/properties/id/maxLength",keyword:"maxLength",params:{limit: 64}});
errors++;
}
if(func0(data0) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate16/properties/id/minLength",keyword:"minLength",params:{limit: 1}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/id",schemaPath:"#/$defs/validate16/properties/id/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.status !== undefined){
let data1 = data.status;
if(typeof data1 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/$defs/validate16/properties/status/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!((((data1 === "PENDING") || (data1 === "READY")) || (data1 === "INVALID")) || (data1 === "EXPIRED"))){
(vErrors ??= []).push({instancePath:instancePath+"/status",schemaPath:"#/$defs/validate16/properties/status/enum",keyword:"enum",params:{allowedValues: schema13.properties.status.enum}});
errors++;
}
}
if(data.contentType !== undefined){
let data2 = data.contentType;
if(typeof data2 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/contentType",schemaPath:"#/$defs/validate16/properties/contentType/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((data2 === "image/jpeg") || (data2 === "image/png")) || (data2 === "image/webp"))){
(vErrors ??= []).push({instancePath:instancePath+"/contentType",schemaPath:"#/$defs/validate16/properties/contentType/enum",keyword:"enum",params:{allowedValues: schema13.properties.contentType.enum}});
errors++;
}
}
if(data.sizeBytes !== undefined){
let data3 = data.sizeBytes;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/sizeBytes",schemaPath:"#/$defs/validate16/properties/sizeBytes/type",keyword:"type",params:{type: schema13.properties.sizeBytes.type}});
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
(vErrors ??= []).push({instancePath:instancePath+"/sizeBytes",schemaPath:"#/$defs/validate16/properties/sizeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
}
if(data.width !== undefined){
let data4 = data.width;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/width",schemaPath:"#/$defs/validate16/properties/width/type",keyword:"type",params:{type: schema13.properties.width.type}});
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
(vErrors ??= []).push({instancePath:instancePath+"/width",schemaPath:"#/$defs/validate16/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}});
errors++;
}
}
}
if(data.height !== undefined){
let data5 = data.height;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/height",schemaPath:"#/$defs/validate16/properties/height/type",keyword:"type",params:{type: schema13.properties.height.type}});
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 1 || isNaN(data5)){
(vErrors ??= []).push({instancePath:instancePath+"/height",schemaPath:"#/$defs/validate16/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}});
errors++;
}
}
}
if(data.createdAt !== undefined){
let data6 = data.createdAt;
if(typeof data6 === "string"){
if(!(formats0.validate(data6))){
(vErrors ??= []).push({instancePath:instancePath+"/createdAt",schemaPath:"#/$defs/validate16/properties/createdAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/createdAt",schemaPath:"#/$defs/validate16/properties/createdAt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.expiresAt !== undefined){
let data7 = data.expiresAt;
if(typeof data7 === "string"){
if(!(formats0.validate(data7))){
(vErrors ??= []).push({instancePath:instancePath+"/expiresAt",schemaPath:"#/$defs/validate16/properties/expiresAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/expiresAt",schemaPath:"#/$defs/validate16/properties/expiresAt/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.verifiedAt !== undefined){
let data8 = data.verifiedAt;
if((typeof data8 !== "string") && (data8 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/verifiedAt",schemaPath:"#/$defs/validate16/properties/verifiedAt/type",keyword:"type",params:{type: schema13.properties.verifiedAt.type}});
errors++;
}
if(typeof data8 === "string"){
if(!(formats0.validate(data8))){
(vErrors ??= []).push({instancePath:instancePath+"/verifiedAt",schemaPath:"#/$defs/validate16/properties/verifiedAt/format",keyword:"format",params:{format: "date-time"}});
errors++;
}
}
}
if(data.error !== undefined){
let data9 = data.error;
const _errs20 = errors;
let valid1 = false;
let passing0 = null;
const _errs21 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.code === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate16/properties/error/oneOf/0/required",keyword:"required",params:{missingProperty: "code"}});
errors++;
}
if(data9.code !== undefined){
let data10 = data9.code;
if(typeof data10 !== "string"){
(vErrors ??= []).push({instancePath:instancePath+"/error/code",schemaPath:"#/$defs/validate16/properties/error/oneOf/0/properties/code/type",keyword:"type",params:{type: "string"}});
errors++;
}
if(!(((((((data10 === "UNSUPPORTED_FORMAT") || (data10 === "CONTENT_TYPE_MISMATCH")) || (data10 === "FILE_TOO_LARGE")) || (data10 === "FILE_TOO_SMALL")) || (data10 === "DIMENSIONS_OUT_OF_RANGE")) || (data10 === "CONTENT_REFUSED")) || (data10 === "UPLOAD_EXPIRED"))){
(vErrors ??= []).push({instancePath:instancePath+"/error/code",schemaPath:"#/$defs/validate16/properties/error/oneOf/0/properties/code/enum",keyword:"enum",params:{allowedValues: schema13.properties.error.oneOf[0].properties.code.enum}});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate16/properties/error/oneOf/0/type",keyword:"type",params:{type: "object"}});
errors++;
}
var _valid0 = _errs21 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
var props0 = {};
props0.code = true;
}
const _errs25 = errors;
if(data9 !== null){
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate16/properties/error/oneOf/1/type",keyword:"type",params:{type: "null"}});
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
(vErrors ??= []).push({instancePath:instancePath+"/error",schemaPath:"#/$defs/validate16/properties/error/oneOf",keyword:"oneOf",params:{passingSchemas: passing0}});
errors++;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
}
}
else {
(vErrors ??= []).push({instancePath,schemaPath:"#/$defs/validate16/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}
validate16.evaluated = {"props":{"id":true,"status":true,"contentType":true,"sizeBytes":true,"width":true,"height":true,"createdAt":true,"expiresAt":true,"verifiedAt":true,"error":true},"dynamicProps":false,"dynamicItems":false};


function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate15.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate16(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
validate15.errors = vErrors;
return errors === 0;
}
validate15.evaluated = {"props":{"id":true,"status":true,"contentType":true,"sizeBytes":true,"width":true,"height":true,"createdAt":true,"expiresAt":true,"verifiedAt":true,"error":true},"dynamicProps":false,"dynamicItems":false};

export const transformImage200: Validator = generateImage200;
export const generateVideo200: Validator = generateImage200;
export const transformVideo200: Validator = generateImage200;
export const getUpload200: Validator = completeUpload200;
