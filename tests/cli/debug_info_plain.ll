target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%"struct.geo::Vec" = type <{ %"struct.geo::Base", float, float, i8, [3 x i8], %"union.geo::Word", i8, [3 x i8] }>
%"struct.geo::Base" = type { i32 }
%"union.geo::Word" = type { i32 }
$_ZNK3geo3Vec3dotERKS0_ = comdat any
@_ZN3geo3Vec5countE = dso_local global i32 0, align 4, !dbg !0
@counter = dso_local addrspace(1) global i32 0, align 4, !dbg !33
@sh = dso_local addrspace(3) global [32 x i32] zeroinitializer, align 4, !dbg !38
@_ZL5table = internal addrspace(4) constant [4 x [8 x float]] zeroinitializer, align 4, !dbg !43
define dso_local ptx_kernel void @k(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) #0 !dbg !55 {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca float, align 4
  %8 = alloca i32, align 4
  %9 = alloca float, align 4
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  %14 = alloca [4 x float], align 4
  %15 = alloca i32, align 4
  store ptr %0, ptr %10, align 8
    #dbg_declare(ptr %10, !66, !DIExpression(), !67)
  store ptr %1, ptr %11, align 8
    #dbg_declare(ptr %11, !68, !DIExpression(), !69)
  store i32 %2, ptr %12, align 4
    #dbg_declare(ptr %12, !70, !DIExpression(), !71)
  store ptr %3, ptr %13, align 8
    #dbg_declare(ptr %13, !72, !DIExpression(), !73)
    #dbg_declare(ptr %14, !74, !DIExpression(), !77)
  %16 = load i32, ptr %12, align 4, !dbg !78
  %17 = and i32 %16, 3, !dbg !79
  %18 = sext i32 %17 to i64, !dbg !80
  %19 = getelementptr inbounds [4 x [8 x float]], ptr addrspace(4) @_ZL5table, i64 0, i64 %18, !dbg !80
  %20 = getelementptr inbounds [8 x float], ptr addrspace(4) %19, i64 0, i64 1, !dbg !80
  %21 = load float, ptr addrspace(4) %20, align 4, !dbg !80
  %22 = load i32, ptr %12, align 4, !dbg !81
  %23 = and i32 %22, 3, !dbg !82
  %24 = sext i32 %23 to i64, !dbg !83
  %25 = getelementptr inbounds [4 x float], ptr %14, i64 0, i64 %24, !dbg !83
  store float %21, ptr %25, align 4, !dbg !84
    #dbg_declare(ptr %15, !85, !DIExpression(), !86)
  %26 = load i32, ptr %12, align 4, !dbg !87
  %27 = mul nsw i32 %26, 3, !dbg !88
  store i32 %27, ptr %15, align 4, !dbg !86
  %28 = load ptr, ptr %10, align 8, !dbg !89
  %29 = load i32, ptr %15, align 4, !dbg !90
  store ptr %28, ptr %5, align 8
    #dbg_declare(ptr %5, !91, !DIExpression(), !97)
  store i32 %29, ptr %6, align 4
    #dbg_declare(ptr %6, !99, !DIExpression(), !100)
    #dbg_declare(ptr %7, !101, !DIExpression(), !102)
  store float 0.000000e+00, ptr %7, align 4, !dbg !102
    #dbg_declare(ptr %8, !103, !DIExpression(), !105)
  store i32 0, ptr %8, align 4, !dbg !105
  br label %30, !dbg !106
30:                                               ; preds = %34, %4
  %31 = load i32, ptr %8, align 4, !dbg !107
  %32 = load i32, ptr %6, align 4, !dbg !109
  %33 = icmp slt i32 %31, %32, !dbg !110
  br i1 %33, label %34, label %52, !dbg !111
34:                                               ; preds = %30
    #dbg_declare(ptr %9, !112, !DIExpression(), !114)
  %35 = load ptr, ptr %5, align 8, !dbg !115
  %36 = load i32, ptr %8, align 4, !dbg !116
  %37 = sext i32 %36 to i64, !dbg !115
  %38 = getelementptr inbounds %"struct.geo::Vec", ptr %35, i64 %37, !dbg !115
  %39 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %38, i32 0, i32 1, !dbg !117
  %40 = load float, ptr %39, align 4, !dbg !117
  store float %40, ptr %9, align 4, !dbg !114
  %41 = load float, ptr %9, align 4, !dbg !118
  %42 = load ptr, ptr %5, align 8, !dbg !119
  %43 = load i32, ptr %8, align 4, !dbg !120
  %44 = sext i32 %43 to i64, !dbg !119
  %45 = getelementptr inbounds %"struct.geo::Vec", ptr %42, i64 %44, !dbg !119
  %46 = load ptr, ptr %5, align 8, !dbg !121
  %47 = call noundef float @_ZNK3geo3Vec3dotERKS0_(ptr noundef nonnull align 4 dereferenceable(21) %45, ptr noundef nonnull align 4 dereferenceable(21) %46) #2, !dbg !122
  %48 = load float, ptr %7, align 4, !dbg !123
  %49 = call float @llvm.fmuladd.f32(float %41, float %47, float %48), !dbg !123
  store float %49, ptr %7, align 4, !dbg !123
  %50 = load i32, ptr %8, align 4, !dbg !124
  %51 = add nsw i32 %50, 1, !dbg !124
  store i32 %51, ptr %8, align 4, !dbg !124
  br label %30, !dbg !125, !llvm.loop !126
52:                                               ; preds = %30
  %53 = load float, ptr %7, align 4, !dbg !129
  %54 = load i32, ptr %15, align 4, !dbg !130
  %55 = and i32 %54, 3, !dbg !131
  %56 = sext i32 %55 to i64, !dbg !132
  %57 = getelementptr inbounds [4 x float], ptr %14, i64 0, i64 %56, !dbg !132
  %58 = load float, ptr %57, align 4, !dbg !132
  %59 = fadd float %53, %58, !dbg !133
  %60 = load ptr, ptr %13, align 8, !dbg !134
  %61 = load volatile i8, ptr %60, align 1, !dbg !135
  %62 = sext i8 %61 to i32, !dbg !135
  %63 = sitofp i32 %62 to float, !dbg !135
  %64 = fadd float %59, %63, !dbg !136
  %65 = load ptr, ptr %11, align 8, !dbg !137
  store float %64, ptr %65, align 4, !dbg !138
  %66 = load i32, ptr %15, align 4, !dbg !139
  store i32 %66, ptr addrspace(1) @counter, align 4, !dbg !140
  %67 = load i32, ptr @_ZN3geo3Vec5countE, align 4, !dbg !141
  store i32 %67, ptr addrspace(3) @sh, align 4, !dbg !142
  ret void, !dbg !143
}
define linkonce_odr dso_local noundef float @_ZNK3geo3Vec3dotERKS0_(ptr noundef nonnull align 4 dereferenceable(21) %0, ptr noundef nonnull align 4 dereferenceable(21) %1) #0 comdat align 2 !dbg !144 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !145, !DIExpression(), !147)
  store ptr %1, ptr %4, align 8
    #dbg_declare(ptr %4, !148, !DIExpression(), !149)
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %5, i32 0, i32 1, !dbg !150
  %7 = load float, ptr %6, align 4, !dbg !150
  %8 = load ptr, ptr %4, align 8, !dbg !151, !nonnull !65, !align !152
  %9 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %8, i32 0, i32 1, !dbg !153
  %10 = load float, ptr %9, align 4, !dbg !153
  %11 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %5, i32 0, i32 2, !dbg !154
  %12 = load float, ptr %11, align 4, !dbg !154
  %13 = load ptr, ptr %4, align 8, !dbg !155, !nonnull !65, !align !152
  %14 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %13, i32 0, i32 2, !dbg !156
  %15 = load float, ptr %14, align 4, !dbg !156
  %16 = fmul float %12, %15, !dbg !157
  %17 = call float @llvm.fmuladd.f32(float %7, float %10, float %16), !dbg !158
  ret float %17, !dbg !159
}
declare float @llvm.fmuladd.f32(float, float, float) #1
attributes #0 = { convergent mustprogress noinline nounwind optnone "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nobuiltin "no-builtins" }
!llvm.dbg.cu = !{!35}
!llvm.module.flags = !{!50, !51, !52, !53}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", linkageName: "_ZN3geo3Vec5countE", scope: !2, file: !3, line: 15, type: !4, isLocal: false, isDefinition: true, declaration: !5)
!2 = !DINamespace(name: "geo", scope: null)
!3 = !DIFile(filename: "t.cpp", directory: "/src")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !6, file: !3, line: 12, baseType: !4, flags: DIFlagStaticMember)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Vec", scope: !2, file: !3, line: 7, size: 192, flags: DIFlagTypePassByValue, elements: !7, identifier: "_ZTSN3geo3VecE")
!7 = !{!8, !12, !14, !15, !21, !26, !5, !27}
!8 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !6, baseType: !9, extraData: i32 0)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Base", scope: !2, file: !3, line: 4, size: 32, flags: DIFlagTypePassByValue, elements: !10, identifier: "_ZTSN3geo4BaseE")
!10 = !{!11}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !9, file: !3, line: 4, baseType: !4, size: 32)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !6, file: !3, line: 8, baseType: !13, size: 32, offset: 32)
!13 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !6, file: !3, line: 8, baseType: !13, size: 32, offset: 64)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !6, file: !3, line: 9, baseType: !16, size: 8, offset: 96)
!16 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Kind", scope: !2, file: !3, line: 6, baseType: !17, size: 8, flags: DIFlagEnumClass, elements: !18, identifier: "_ZTSN3geo4KindE")
!17 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!18 = !{!19, !20}
!19 = !DIEnumerator(name: "none", value: 0, isUnsigned: true)
!20 = !DIEnumerator(name: "some", value: 7, isUnsigned: true)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "word", scope: !6, file: !3, line: 10, baseType: !22, size: 32, offset: 128)
!22 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "Word", scope: !2, file: !3, line: 5, size: 32, flags: DIFlagTypePassByValue, elements: !23, identifier: "_ZTSN3geo4WordE")
!23 = !{!24, !25}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !22, file: !3, line: 5, baseType: !4, size: 32)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !22, file: !3, line: 5, baseType: !13, size: 32)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !6, file: !3, line: 11, baseType: !4, size: 3, offset: 160, flags: DIFlagBitField, extraData: i64 160)
!27 = !DISubprogram(name: "dot", linkageName: "_ZNK3geo3Vec3dotERKS0_", scope: !6, file: !3, line: 13, type: !28, scopeLine: 13, flags: DIFlagPrototyped, spFlags: 0)
!28 = !DISubroutineType(types: !29)
!29 = !{!13, !30, !32}
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!31 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !6)
!32 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !31, size: 64)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef))
!34 = distinct !DIGlobalVariable(name: "counter", scope: !35, file: !3, line: 18, type: !4, isLocal: false, isDefinition: true)
!35 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "front end", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !36, globals: !37, splitDebugInlining: false, nameTableKind: None)
!36 = !{!16}
!37 = !{!0, !33, !38, !43}
!38 = !DIGlobalVariableExpression(var: !39, expr: !DIExpression(DW_OP_constu, 8, DW_OP_swap, DW_OP_xderef))
!39 = distinct !DIGlobalVariable(name: "sh", scope: !35, file: !3, line: 19, type: !40, isLocal: false, isDefinition: true)
!40 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 1024, elements: !41)
!41 = !{!42}
!42 = !DISubrange(count: 32)
!43 = !DIGlobalVariableExpression(var: !44, expr: !DIExpression(DW_OP_constu, 4, DW_OP_swap, DW_OP_xderef))
!44 = distinct !DIGlobalVariable(name: "table", linkageName: "_ZL5table", scope: !35, file: !3, line: 20, type: !45, isLocal: true, isDefinition: true)
!45 = !DICompositeType(tag: DW_TAG_array_type, baseType: !46, size: 1024, elements: !47)
!46 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!47 = !{!48, !49}
!48 = !DISubrange(count: 4)
!49 = !DISubrange(count: 8)
!50 = !{i32 7, !"Dwarf Version", i32 2}
!51 = !{i32 2, !"Debug Info Version", i32 3}
!52 = !{i32 1, !"wchar_size", i32 4}
!53 = !{i32 7, !"frame-pointer", i32 2}
!54 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!55 = distinct !DISubprogram(name: "k", scope: !3, file: !3, line: 26, type: !56, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !35, retainedNodes: !65)
!56 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !57)
!57 = !{null, !58, !60, !4, !61}
!58 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !59, size: 64)
!59 = !DIDerivedType(tag: DW_TAG_typedef, name: "V", file: !3, line: 17, baseType: !6)
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64)
!62 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !63)
!63 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !64)
!64 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!65 = !{}
!66 = !DILocalVariable(name: "v", arg: 1, scope: !55, file: !3, line: 26, type: !58)
!67 = !DILocation(line: 26, column: 18, scope: !55)
!68 = !DILocalVariable(name: "out", arg: 2, scope: !55, file: !3, line: 26, type: !60)
!69 = !DILocation(line: 26, column: 28, scope: !55)
!70 = !DILocalVariable(name: "n", arg: 3, scope: !55, file: !3, line: 26, type: !4)
!71 = !DILocation(line: 26, column: 37, scope: !55)
!72 = !DILocalVariable(name: "p", arg: 4, scope: !55, file: !3, line: 26, type: !61)
!73 = !DILocation(line: 26, column: 61, scope: !55)
!74 = !DILocalVariable(name: "local", scope: !55, file: !3, line: 27, type: !75)
!75 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 128, elements: !76)
!76 = !{!48}
!77 = !DILocation(line: 27, column: 9, scope: !55)
!78 = !DILocation(line: 28, column: 24, scope: !55)
!79 = !DILocation(line: 28, column: 26, scope: !55)
!80 = !DILocation(line: 28, column: 18, scope: !55)
!81 = !DILocation(line: 28, column: 9, scope: !55)
!82 = !DILocation(line: 28, column: 11, scope: !55)
!83 = !DILocation(line: 28, column: 3, scope: !55)
!84 = !DILocation(line: 28, column: 16, scope: !55)
!85 = !DILocalVariable(name: "m", scope: !55, file: !3, line: 29, type: !4)
!86 = !DILocation(line: 29, column: 7, scope: !55)
!87 = !DILocation(line: 29, column: 11, scope: !55)
!88 = !DILocation(line: 29, column: 13, scope: !55)
!89 = !DILocation(line: 30, column: 17, scope: !55)
!90 = !DILocation(line: 30, column: 20, scope: !55)
!91 = !DILocalVariable(name: "v", arg: 1, scope: !92, file: !3, line: 21, type: !95)
!92 = distinct !DISubprogram(name: "helper", linkageName: "_ZL6helperPKN3geo3VecEi", scope: !3, file: !3, line: 21, type: !93, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !35, retainedNodes: !65)
!93 = !DISubroutineType(types: !94)
!94 = !{!13, !95, !4}
!95 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !96, size: 64)
!96 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !59)
!97 = !DILocation(line: 21, column: 68, scope: !92, inlinedAt: !98)
!98 = distinct !DILocation(line: 30, column: 10, scope: !55)
!99 = !DILocalVariable(name: "n", arg: 2, scope: !92, file: !3, line: 21, type: !4)
!100 = !DILocation(line: 21, column: 75, scope: !92, inlinedAt: !98)
!101 = !DILocalVariable(name: "s", scope: !92, file: !3, line: 22, type: !13)
!102 = !DILocation(line: 22, column: 9, scope: !92, inlinedAt: !98)
!103 = !DILocalVariable(name: "i", scope: !104, file: !3, line: 23, type: !4)
!104 = distinct !DILexicalBlock(scope: !92, file: !3, line: 23, column: 3)
!105 = !DILocation(line: 23, column: 12, scope: !104, inlinedAt: !98)
!106 = !DILocation(line: 23, column: 8, scope: !104, inlinedAt: !98)
!107 = !DILocation(line: 23, column: 19, scope: !108, inlinedAt: !98)
!108 = distinct !DILexicalBlock(scope: !104, file: !3, line: 23, column: 3)
!109 = !DILocation(line: 23, column: 23, scope: !108, inlinedAt: !98)
!110 = !DILocation(line: 23, column: 21, scope: !108, inlinedAt: !98)
!111 = !DILocation(line: 23, column: 3, scope: !104, inlinedAt: !98)
!112 = !DILocalVariable(name: "t", scope: !113, file: !3, line: 23, type: !13)
!113 = distinct !DILexicalBlock(scope: !108, file: !3, line: 23, column: 31)
!114 = !DILocation(line: 23, column: 39, scope: !113, inlinedAt: !98)
!115 = !DILocation(line: 23, column: 43, scope: !113, inlinedAt: !98)
!116 = !DILocation(line: 23, column: 45, scope: !113, inlinedAt: !98)
!117 = !DILocation(line: 23, column: 48, scope: !113, inlinedAt: !98)
!118 = !DILocation(line: 23, column: 56, scope: !113, inlinedAt: !98)
!119 = !DILocation(line: 23, column: 60, scope: !113, inlinedAt: !98)
!120 = !DILocation(line: 23, column: 62, scope: !113, inlinedAt: !98)
!121 = !DILocation(line: 23, column: 69, scope: !113, inlinedAt: !98)
!122 = !DILocation(line: 23, column: 65, scope: !113, inlinedAt: !98)
!123 = !DILocation(line: 23, column: 53, scope: !113, inlinedAt: !98)
!124 = !DILocation(line: 23, column: 27, scope: !108, inlinedAt: !98)
!125 = !DILocation(line: 23, column: 3, scope: !108, inlinedAt: !98)
!126 = distinct !{!126, !111, !127, !128}
!127 = !DILocation(line: 23, column: 76, scope: !104, inlinedAt: !98)
!128 = !{!"llvm.loop.mustprogress"}
!129 = !DILocation(line: 24, column: 10, scope: !92, inlinedAt: !98)
!130 = !DILocation(line: 30, column: 31, scope: !55)
!131 = !DILocation(line: 30, column: 33, scope: !55)
!132 = !DILocation(line: 30, column: 25, scope: !55)
!133 = !DILocation(line: 30, column: 23, scope: !55)
!134 = !DILocation(line: 30, column: 41, scope: !55)
!135 = !DILocation(line: 30, column: 40, scope: !55)
!136 = !DILocation(line: 30, column: 38, scope: !55)
!137 = !DILocation(line: 30, column: 4, scope: !55)
!138 = !DILocation(line: 30, column: 8, scope: !55)
!139 = !DILocation(line: 31, column: 13, scope: !55)
!140 = !DILocation(line: 31, column: 11, scope: !55)
!141 = !DILocation(line: 32, column: 11, scope: !55)
!142 = !DILocation(line: 32, column: 9, scope: !55)
!143 = !DILocation(line: 33, column: 1, scope: !55)
!144 = distinct !DISubprogram(name: "dot", linkageName: "_ZNK3geo3Vec3dotERKS0_", scope: !6, file: !3, line: 13, type: !28, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !35, declaration: !27, retainedNodes: !65)
!145 = !DILocalVariable(name: "this", arg: 1, scope: !144, type: !146, flags: DIFlagArtificial | DIFlagObjectPointer)
!146 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!147 = !DILocation(line: 0, scope: !144)
!148 = !DILocalVariable(name: "o", arg: 2, scope: !144, file: !3, line: 13, type: !32)
!149 = !DILocation(line: 13, column: 24, scope: !144)
!150 = !DILocation(line: 13, column: 42, scope: !144)
!151 = !DILocation(line: 13, column: 46, scope: !144)
!152 = !{i64 4}
!153 = !DILocation(line: 13, column: 48, scope: !144)
!154 = !DILocation(line: 13, column: 52, scope: !144)
!155 = !DILocation(line: 13, column: 56, scope: !144)
!156 = !DILocation(line: 13, column: 58, scope: !144)
!157 = !DILocation(line: 13, column: 54, scope: !144)
!158 = !DILocation(line: 13, column: 50, scope: !144)
!159 = !DILocation(line: 13, column: 35, scope: !144)
